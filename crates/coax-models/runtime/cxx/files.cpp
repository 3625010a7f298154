// File streams: basic_filebuf and the handle on the operating system's file below it.
//
// The buffering comes from the headers. The handle is a FILE, because programs can wrap
// one in a stream, but data moves with read and write: the C library's buffer is unused.

#include "facet_access.h"
#include "runtime.h"

#include <cerrno>
#include <cstdio>
#include <ext/stdio_filebuf.h>
#include <fstream>
#include <unistd.h>

namespace std {
namespace {

// The fopen mode for a set of open flags, or null for a combination that has no meaning
// (the table of [filebuf.members] in the standard).
const char *fopen_mode(ios_base::openmode mode) {
    const auto in = ios_base::in, out = ios_base::out, trunc = ios_base::trunc, app = ios_base::app;
    const bool binary = mode & ios_base::binary;
    mode &= in | out | trunc | app;
    if (mode == out || mode == (out | trunc))
        return binary ? "wb" : "w";
    if (mode == app || mode == (out | app))
        return binary ? "ab" : "a";
    if (mode == in)
        return binary ? "rb" : "r";
    if (mode == (in | out))
        return binary ? "r+b" : "r+";
    if (mode == (in | out | trunc))
        return binary ? "w+b" : "w+";
    if (mode == (in | app) || mode == (in | out | app))
        return binary ? "a+b" : "a+";
    return nullptr;
}

// Repeats a call that a signal interrupted.
template <typename Call> auto uninterrupted(Call call) {
    for (;;) {
        auto result = call();
        if (result != -1 || errno != EINTR)
            return result;
    }
}

// Gives the number of bytes written, less than `count` after an error.
streamsize write_all(int descriptor, const char *from, streamsize count) {
    streamsize done = 0;
    while (done < count) {
        ssize_t n = uninterrupted([&] { return write(descriptor, from + done, count - done); });
        if (n == -1)
            break;
        done += n;
    }
    return done;
}

} // namespace

__basic_file<char>::__basic_file(__c_lock *) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}

__basic_file<char>::~__basic_file() { close(); }

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int) {
    const char *how = fopen_mode(mode);
    if (!how || is_open())
        return nullptr;
    _M_cfile = fopen(name, how);
    if (!_M_cfile)
        return nullptr;
    _M_cfile_created = true;
    // tellp() of a stream opened for appending reports the end even before the first write.
    if (mode & ios_base::app)
        lseek(fd(), 0, SEEK_END);
    return this;
}

__basic_file<char> *__basic_file<char>::sys_open(__c_file *file, ios_base::openmode) {
    if (is_open() || !file)
        return nullptr;
    // What the C stream still holds must come out before what is written past it.
    if (fflush(file) != 0)
        return nullptr;
    _M_cfile = file;
    _M_cfile_created = false;
    return this;
}

__basic_file<char> *__basic_file<char>::sys_open(int descriptor, ios_base::openmode mode) throw() {
    const char *how = fopen_mode(mode);
    if (!how || is_open())
        return nullptr;
    _M_cfile = fdopen(descriptor, how);
    if (!_M_cfile)
        return nullptr;
    _M_cfile_created = true;
    if (descriptor == 0)
        setvbuf(_M_cfile, nullptr, _IONBF, 0);
    return this;
}

__basic_file<char> *__basic_file<char>::close() {
    if (!is_open())
        return nullptr;
    __c_file *file = _M_cfile;
    _M_cfile = nullptr;
    if (_M_cfile_created && fclose(file) != 0)
        return nullptr;
    return this;
}

bool __basic_file<char>::is_open() const throw() { return _M_cfile != nullptr; }

int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }

__c_file *__basic_file<char>::file() throw() { return _M_cfile; }

streamsize __basic_file<char>::xsputn(const char *from, streamsize count) {
    return write_all(fd(), from, count);
}

streamsize __basic_file<char>::xsputn_2(const char *first, streamsize first_count,
                                        const char *second, streamsize second_count) {
    streamsize done = first_count > 0 ? write_all(fd(), first, first_count) : 0;
    if (done == first_count)
        done += write_all(fd(), second, second_count);
    return done;
}

streamsize __basic_file<char>::xsgetn(char *to, streamsize count) {
    return uninterrupted([&] { return read(fd(), to, count); });
}

streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir from) throw() {
    return lseek(fd(), offset, from);
}

int __basic_file<char>::sync() { return fflush(_M_cfile); }

// How much is certainly left to read: what lies between here and the end of a file that
// can be repositioned, nothing otherwise.
streamsize __basic_file<char>::showmanyc() {
    off_t here = lseek(fd(), 0, SEEK_CUR);
    if (here == -1)
        return 0;
    off_t end = lseek(fd(), 0, SEEK_END);
    lseek(fd(), here, SEEK_SET);
    return end > here ? end - here : 0;
}

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

template class basic_filebuf<wchar_t>;
template class basic_ifstream<wchar_t>;
template class basic_ofstream<wchar_t>;
template class basic_fstream<wchar_t>;

} // namespace std
