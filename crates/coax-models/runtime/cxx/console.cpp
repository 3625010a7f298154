// The standard streams: cin, cout, cerr, clog and their wide versions.
//
// Each translation unit that includes <iostream> has a static ios_base::Init; the first
// one to be constructed builds the streams, the last one to be destroyed flushes them.
// The streams are raw storage here, so that no global constructor or destructor of the
// runtime touches them: programs may write in their own static destructors.
//
// While synchronised with stdio (the default) a stream has no buffer of its own and every
// character passes through the C stream; afterwards it reads and writes the descriptor.

#include "facet_access.h"
#include "runtime.h"

#include <cstdio>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <istream>
#include <new>
#include <ostream>

template class __gnu_cxx::stdio_sync_filebuf<char>;
template class __gnu_cxx::stdio_sync_filebuf<wchar_t>;

namespace std {

// Declared as std::istream and std::ostream in <iostream>, which must not be included here.
alignas(istream) char cin[sizeof(istream)];
alignas(ostream) char cout[sizeof(ostream)];
alignas(ostream) char cerr[sizeof(ostream)];
alignas(ostream) char clog[sizeof(ostream)];
alignas(wistream) char wcin[sizeof(wistream)];
alignas(wostream) char wcout[sizeof(wostream)];
alignas(wostream) char wcerr[sizeof(wostream)];
alignas(wostream) char wclog[sizeof(wostream)];

_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

namespace {

template <typename Char> struct SyncedBuffers {
    using Buffer = __gnu_cxx::stdio_sync_filebuf<Char>;
    StaticStorage<Buffer> in, out, error;
};

template <typename Char> struct OwnBuffers {
    using Buffer = __gnu_cxx::stdio_filebuf<Char>;
    StaticStorage<Buffer> in, out, error;
};

SyncedBuffers<char> synced;
SyncedBuffers<wchar_t> wide_synced;
OwnBuffers<char> own;
OwnBuffers<wchar_t> wide_own;

// The four streams of one character type.
template <typename Char> struct Console {
    basic_istream<Char> *in;
    basic_ostream<Char> *out, *error, *log;
};

Console<char> narrow() {
    return {reinterpret_cast<istream *>(cin), reinterpret_cast<ostream *>(cout),
            reinterpret_cast<ostream *>(cerr), reinterpret_cast<ostream *>(clog)};
}

Console<wchar_t> wide() {
    return {reinterpret_cast<wistream *>(wcin), reinterpret_cast<wostream *>(wcout),
            reinterpret_cast<wostream *>(wcerr), reinterpret_cast<wostream *>(wclog)};
}

template <typename Char> void build(Console<Char> console, SyncedBuffers<Char> &buffers) {
    using Buffer = typename SyncedBuffers<Char>::Buffer;
    auto *in = new (buffers.in.raw()) Buffer(stdin);
    auto *out = new (buffers.out.raw()) Buffer(stdout);
    auto *error = new (buffers.error.raw()) Buffer(stderr);
    new (console.in) basic_istream<Char>(in);
    new (console.out) basic_ostream<Char>(out);
    new (console.error) basic_ostream<Char>(error);
    new (console.log) basic_ostream<Char>(error);
    console.in->tie(console.out);
    console.error->setf(ios_base::unitbuf);
    console.error->tie(console.out);
}

template <typename Char>
void separate(Console<Char> console, SyncedBuffers<Char> &synced_buffers,
              OwnBuffers<Char> &buffers) {
    using Synced = typename SyncedBuffers<Char>::Buffer;
    using Buffer = typename OwnBuffers<Char>::Buffer;
    synced_buffers.in.get()->~Synced();
    synced_buffers.out.get()->~Synced();
    synced_buffers.error.get()->~Synced();
    auto *in = new (buffers.in.raw()) Buffer(stdin, ios_base::in);
    auto *out = new (buffers.out.raw()) Buffer(stdout, ios_base::out);
    auto *error = new (buffers.error.raw()) Buffer(stderr, ios_base::out);
    console.in->rdbuf(in);
    console.out->rdbuf(out);
    console.error->rdbuf(error);
    console.log->rdbuf(error);
}

template <typename Char> void flush_all(Console<Char> console) {
    console.out->flush();
    console.error->flush();
    console.log->flush();
}

} // namespace

ios_base::Init::Init() {
    if (_S_refcount++ > 0)
        return;
    // One reference is kept for good: the streams outlive every static object.
    ++_S_refcount;
    build(narrow(), synced);
    build(wide(), wide_synced);
}

ios_base::Init::~Init() {
    if (_S_refcount-- != 2)
        return;
    try {
        flush_all(narrow());
        flush_all(wide());
    } catch (...) {
        // A stream that throws on failure must not end the program from here.
    }
}

bool ios_base::sync_with_stdio(bool wanted) {
    bool was = Init::_S_synced_with_stdio;
    if (wanted || !was)
        return was;
    Init init;
    Init::_S_synced_with_stdio = false;
    separate(narrow(), synced, own);
    separate(wide(), wide_synced, wide_own);
    return was;
}

} // namespace std
