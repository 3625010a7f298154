// Reading words and lines, skipping, and copying between buffers.
//
// The headers declare these members of istream as specialisations for char and wchar_t,
// so that a library can work on a buffer's whole contents instead of character by
// character. They are the same functions for both character types, written once below.
// A stream without a buffer (console input that shares stdin with C) is read one
// character at a time: nothing may be consumed that was not asked for.

#include "facet_access.h"
#include "runtime.h"

#include <istream>
#include <streambuf>
#include <string>

namespace std {
namespace {

// The part of a buffer that is ready to be read. These members are protected; naming them
// through a derived class is how one may reach them.
template <typename Char> struct Ready : basic_streambuf<Char> {
    using Buffer = basic_streambuf<Char>;

    static const Char *begin(Buffer &buffer) { return (buffer.*&Ready::gptr)(); }
    static const Char *end(Buffer &buffer) { return (buffer.*&Ready::egptr)(); }
    static void consume(Buffer &buffer, streamsize count) { (buffer.*&Ready::__safe_gbump)(count); }
};

enum class Stopped { at_end, at_match, at_limit };

// Consumes characters until `find` matches one (which is left), the input ends or `limit`
// characters have been taken. `find(first, last)` gives the first match in a range, or
// `last`; `sink(first, count)` receives what is consumed.
template <typename Char, typename Find, typename Sink>
Stopped consume_until(basic_streambuf<Char> &buffer, streamsize limit, Find find, Sink sink) {
    using Traits = char_traits<Char>;
    while (limit > 0) {
        auto next = buffer.sgetc();
        if (Traits::eq_int_type(next, Traits::eof()))
            return Stopped::at_end;
        const Char *first = Ready<Char>::begin(buffer);
        streamsize count = min<streamsize>(Ready<Char>::end(buffer) - first, limit);
        if (count > 0) {
            const Char *match = find(first, first + count);
            streamsize taken = match - first;
            sink(first, taken);
            Ready<Char>::consume(buffer, taken);
            limit -= taken;
            if (taken < count)
                return Stopped::at_match;
        } else {
            const Char single = Traits::to_char_type(next);
            if (find(&single, &single + 1) == &single)
                return Stopped::at_match;
            sink(&single, 1);
            buffer.sbumpc();
            --limit;
        }
    }
    return Stopped::at_limit;
}

template <typename Char> auto find_character(Char wanted) {
    return [=](const Char *first, const Char *last) {
        const Char *found = char_traits<Char>::find(first, last - first, wanted);
        return found ? found : last;
    };
}

template <typename Char> auto find_space(const locale &where) {
    return [&characters = use_facet<ctype<Char>>(where)](const Char *first, const Char *last) {
        return characters.scan_is(ctype_base::space, first, last);
    };
}

template <typename Char> const Char *find_nothing(const Char *, const Char *last) { return last; }

// Runs `body`, which gives the state bits to set. What the buffer throws becomes badbit,
// and is thrown on only if the program asked for exceptions on badbit.
template <typename Char, typename Body> void extract(basic_istream<Char> &stream, Body body) {
    ios_base::iostate state = ios_base::goodbit;
    try {
        state = body(*stream.rdbuf());
    } catch (...) {
        stream._M_setstate(ios_base::badbit);
    }
    if (state)
        stream.setstate(state);
}

// ---- words ------------------------------------------------------------------------------

template <typename Char> void read_word(basic_istream<Char> &stream, Char *to, streamsize size) {
    streamsize taken = 0;
    typename basic_istream<Char>::sentry ready(stream, false);
    if (!ready) {
        stream.setstate(ios_base::failbit);
        return;
    }
    extract(stream, [&](basic_streambuf<Char> &buffer) {
        streamsize width = stream.width();
        if (width > 0 && width < size)
            size = width;
        auto stopped = consume_until(buffer, size - 1, find_space<Char>(stream.getloc()),
                                     [&](const Char *first, streamsize count) {
                                         char_traits<Char>::copy(to + taken, first, count);
                                         taken += count;
                                     });
        to[taken] = Char();
        stream.width(0);
        auto state = stopped == Stopped::at_end ? ios_base::eofbit : ios_base::goodbit;
        return taken == 0 ? state | ios_base::failbit : state;
    });
}

template <typename Char> void read_word(basic_istream<Char> &stream, basic_string<Char> &to) {
    typename basic_istream<Char>::sentry ready(stream, false);
    if (!ready) {
        stream.setstate(ios_base::failbit);
        return;
    }
    extract(stream, [&](basic_streambuf<Char> &buffer) {
        to.clear();
        streamsize limit = stream.width() > 0 ? stream.width() : streamsize(to.max_size());
        auto stopped =
            consume_until(buffer, limit, find_space<Char>(stream.getloc()),
                          [&](const Char *first, streamsize count) { to.append(first, count); });
        stream.width(0);
        auto state = stopped == Stopped::at_end ? ios_base::eofbit : ios_base::goodbit;
        return to.empty() ? state | ios_base::failbit : state;
    });
}

// ---- lines ------------------------------------------------------------------------------

template <typename Char>
void read_line(basic_istream<Char> &stream, basic_string<Char> &to, Char end_of_line) {
    typename basic_istream<Char>::sentry ready(stream, true);
    if (!ready) {
        stream.setstate(ios_base::failbit);
        return;
    }
    extract(stream, [&](basic_streambuf<Char> &buffer) {
        to.clear();
        auto stopped =
            consume_until(buffer, streamsize(to.max_size()), find_character(end_of_line),
                          [&](const Char *first, streamsize count) { to.append(first, count); });
        switch (stopped) {
        case Stopped::at_match:
            buffer.sbumpc();
            return ios_base::goodbit;
        case Stopped::at_end:
            return to.empty() ? ios_base::eofbit | ios_base::failbit : ios_base::eofbit;
        case Stopped::at_limit:
            break;
        }
        return ios_base::failbit;
    });
}

template <typename Char>
ios_base::iostate read_line(basic_streambuf<Char> &buffer, Char *&to, streamsize size,
                            Char end_of_line, streamsize &taken) {
    using Traits = char_traits<Char>;
    consume_until(buffer, size - 1, find_character(end_of_line),
                  [&](const Char *first, streamsize count) {
                      Traits::copy(to, first, count);
                      to += count;
                      taken += count;
                  });
    // A line that just fits is complete, so what follows has to be looked at.
    auto next = buffer.sgetc();
    if (Traits::eq_int_type(next, Traits::eof()))
        return ios_base::eofbit;
    if (!Traits::eq_int_type(next, Traits::to_int_type(end_of_line)))
        return ios_base::failbit;
    buffer.sbumpc();
    ++taken;
    return ios_base::goodbit;
}

// ---- skipping ---------------------------------------------------------------------------

// Gives the number of characters skipped; the largest number means "without limit".
template <typename Char, typename Find>
ios_base::iostate skip(basic_streambuf<Char> &buffer, streamsize limit, Find find,
                       streamsize &taken) {
    auto stopped =
        consume_until(buffer, limit, find, [&](const Char *, streamsize count) { taken += count; });
    if (stopped == Stopped::at_match) {
        buffer.sbumpc();
        ++taken;
    }
    return stopped == Stopped::at_end ? ios_base::eofbit : ios_base::goodbit;
}

// ---- copying ----------------------------------------------------------------------------

template <typename Char>
streamsize copy_buffer(basic_streambuf<Char> &from, basic_streambuf<Char> &to, bool &input_ended) {
    using Traits = char_traits<Char>;
    streamsize copied = 0;
    input_ended = true;
    for (;;) {
        auto next = from.sgetc();
        if (Traits::eq_int_type(next, Traits::eof()))
            return copied;
        const Char *first = Ready<Char>::begin(from);
        streamsize count = Ready<Char>::end(from) - first, written;
        if (count > 1) {
            written = to.sputn(first, count);
            Ready<Char>::consume(from, written);
        } else {
            count = 1;
            auto put = to.sputc(Traits::to_char_type(next));
            written = Traits::eq_int_type(put, Traits::eof()) ? 0 : 1;
            if (written)
                from.sbumpc();
        }
        copied += written;
        if (written < count) {
            input_ended = false;
            return copied;
        }
    }
}

} // namespace

// ---- the specialisations ----------------------------------------------------------------

void __istream_extract(istream &stream, char *to, streamsize size) { read_word(stream, to, size); }

template <> istream &operator>>(istream &stream, string &to) {
    read_word(stream, to);
    return stream;
}

#define DEFINE_SPECIALISATIONS(CHAR)                                                               \
    template <>                                                                                    \
    basic_istream<CHAR> &getline(basic_istream<CHAR> &stream, basic_string<CHAR> &to,              \
                                 CHAR end_of_line) {                                               \
        read_line(stream, to, end_of_line);                                                        \
        return stream;                                                                             \
    }                                                                                              \
    template <>                                                                                    \
    basic_istream<CHAR> &basic_istream<CHAR>::getline(CHAR *to, streamsize size,                   \
                                                      CHAR end_of_line) {                          \
        _M_gcount = 0;                                                                             \
        sentry ready(*this, true);                                                                 \
        CHAR *end = to;                                                                            \
        if (ready)                                                                                 \
            extract(*this, [&](basic_streambuf<CHAR> &buffer) {                                    \
                return read_line(buffer, end, size, end_of_line, _M_gcount);                       \
            });                                                                                    \
        if (size > 0)                                                                              \
            *end = CHAR();                                                                         \
        if (_M_gcount == 0)                                                                        \
            setstate(ios_base::failbit);                                                           \
        return *this;                                                                              \
    }                                                                                              \
    template <> basic_istream<CHAR> &basic_istream<CHAR>::ignore(streamsize limit) {               \
        _M_gcount = 0;                                                                             \
        sentry ready(*this, true);                                                                 \
        if (ready && limit > 0)                                                                    \
            extract(*this, [&](basic_streambuf<CHAR> &buffer) {                                    \
                return skip(buffer, limit, find_nothing<CHAR>, _M_gcount);                         \
            });                                                                                    \
        return *this;                                                                              \
    }                                                                                              \
    template <>                                                                                    \
    basic_istream<CHAR> &basic_istream<CHAR>::ignore(streamsize limit, int_type until) {           \
        if (traits_type::eq_int_type(until, traits_type::eof()))                                   \
            return ignore(limit);                                                                  \
        _M_gcount = 0;                                                                             \
        sentry ready(*this, true);                                                                 \
        if (ready && limit > 0)                                                                    \
            extract(*this, [&](basic_streambuf<CHAR> &buffer) {                                    \
                return skip(buffer, limit, find_character(traits_type::to_char_type(until)),       \
                            _M_gcount);                                                            \
            });                                                                                    \
        return *this;                                                                              \
    }                                                                                              \
    template <>                                                                                    \
    streamsize __copy_streambufs_eof(basic_streambuf<CHAR> *from, basic_streambuf<CHAR> *to,       \
                                     bool &input_ended) {                                          \
        return copy_buffer(*from, *to, input_ended);                                               \
    }

DEFINE_SPECIALISATIONS(char)
DEFINE_SPECIALISATIONS(wchar_t)

} // namespace std
