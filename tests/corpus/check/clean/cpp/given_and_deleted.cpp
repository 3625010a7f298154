// The caller's object is asked, and deleted afterwards.
//@ check: retire
struct Job {
    int id;
    bool done;
};

int retire(Job *job) {
    if (!job || !job->done)
        return -1;
    int id = job->id;
    delete job;
    return id;
}
