// The caller's object is deleted, and asked afterwards.
//@ check: retire
struct Job {
    int id;
    bool done;
};

int retire(Job *job) {
    if (!job || !job->done)
        return -1;
    delete job;
    return job->id; //~ use-after-free
}
