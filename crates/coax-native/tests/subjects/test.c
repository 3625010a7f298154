/* The plainest test: runs the program as it is. */
int __real_main(int argc, char **argv, char **envp);

int __wrap_main(int argc, char **argv, char **envp) {
    return __real_main(argc, argv, envp);
}
