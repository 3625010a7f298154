// std::ios_base and basic_ios: format state, private storage, callbacks, error states.

#include "facet_access.h"
#include "runtime.h"

#include <ios>
#include <istream>
#include <limits>
#include <locale>
#include <new>
#include <ostream>

namespace std {

// ---- constants --------------------------------------------------------------------------

const ios_base::fmtflags ios_base::boolalpha;
const ios_base::fmtflags ios_base::dec;
const ios_base::fmtflags ios_base::fixed;
const ios_base::fmtflags ios_base::hex;
const ios_base::fmtflags ios_base::internal;
const ios_base::fmtflags ios_base::left;
const ios_base::fmtflags ios_base::oct;
const ios_base::fmtflags ios_base::right;
const ios_base::fmtflags ios_base::scientific;
const ios_base::fmtflags ios_base::showbase;
const ios_base::fmtflags ios_base::showpoint;
const ios_base::fmtflags ios_base::showpos;
const ios_base::fmtflags ios_base::skipws;
const ios_base::fmtflags ios_base::unitbuf;
const ios_base::fmtflags ios_base::uppercase;
const ios_base::fmtflags ios_base::adjustfield;
const ios_base::fmtflags ios_base::basefield;
const ios_base::fmtflags ios_base::floatfield;
const ios_base::iostate ios_base::badbit;
const ios_base::iostate ios_base::eofbit;
const ios_base::iostate ios_base::failbit;
const ios_base::iostate ios_base::goodbit;
const ios_base::openmode ios_base::app;
const ios_base::openmode ios_base::ate;
const ios_base::openmode ios_base::binary;
const ios_base::openmode ios_base::in;
const ios_base::openmode ios_base::out;
const ios_base::openmode ios_base::trunc;
const ios_base::seekdir ios_base::beg;
const ios_base::seekdir ios_base::cur;
const ios_base::seekdir ios_base::end;

// ---- construction -----------------------------------------------------------------------

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(),
      _M_callbacks(nullptr), _M_word_zero(), _M_word_size(_S_local_word_size),
      _M_word(_M_local_word), _M_ios_locale() {}

ios_base::~ios_base() {
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word)
        delete[] _M_word;
}

void ios_base::_M_init() throw() {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

locale ios_base::imbue(const locale &wanted) throw() {
    locale old = _M_ios_locale;
    _M_ios_locale = wanted;
    _M_call_callbacks(imbue_event);
    return old;
}

// ---- callbacks: most recently registered first; copyfmt shares the list -----------------

void ios_base::register_callback(event_callback callback, int index) {
    _M_callbacks = new _Callback_list(callback, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) throw() {
    for (_Callback_list *entry = _M_callbacks; entry; entry = entry->_M_next) {
        try {
            entry->_M_fn(what, *this, entry->_M_index);
        } catch (...) {
            // Callbacks must not throw; one that does has no one to report to.
        }
    }
}

void ios_base::_M_dispose_callbacks() throw() {
    _Callback_list *entry = _M_callbacks;
    while (entry && entry->_M_remove_reference() == 0) {
        _Callback_list *next = entry->_M_next;
        delete entry;
        entry = next;
    }
    _M_callbacks = nullptr;
}

// ---- private storage --------------------------------------------------------------------

int ios_base::xalloc() throw() {
    // The first few are reserved, as libstdc++ does.
    static int last = 3;
    return ++last;
}

ios_base::_Words &ios_base::_M_grow_words(int index, bool wants_integer) {
    const bool possible = index >= 0 && index < numeric_limits<int>::max();
    _Words *words = possible ? new (nothrow) _Words[index + 1] : nullptr;
    if (!words) {
        _M_streambuf_state |= badbit;
        if (_M_streambuf_state & _M_exception)
            __throw_ios_failure(possible ? "ios_base::_M_grow_words allocation failed"
                                         : "ios_base::_M_grow_words is not valid");
        if (wants_integer)
            _M_word_zero._M_iword = 0;
        else
            _M_word_zero._M_pword = nullptr;
        return _M_word_zero;
    }
    for (int i = 0; i < _M_word_size; ++i)
        words[i] = _M_word[i];
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = words;
    _M_word_size = index + 1;
    return _M_word[index];
}

// ---- moving -----------------------------------------------------------------------------

void ios_base::_M_move(ios_base &other) noexcept {
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
    _M_callbacks = std::__exchange(other._M_callbacks, nullptr);
    if (_M_word != _M_local_word)
        delete[] _M_word;
    if (other._M_word == other._M_local_word) {
        _M_word = _M_local_word;
        _M_word_size = _S_local_word_size;
        for (int i = 0; i < _S_local_word_size; ++i)
            _M_word[i] = std::__exchange(other._M_word[i], {});
    } else {
        _M_word = std::__exchange(other._M_word, other._M_local_word);
        _M_word_size = std::__exchange(other._M_word_size, int(_S_local_word_size));
    }
    _M_ios_locale = other._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept {
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
    swap(_M_callbacks, other._M_callbacks);
    // Local words are swapped by value, so that each pointer stays with its own storage.
    swap(_M_local_word, other._M_local_word);
    const bool mine_local = _M_word == _M_local_word;
    const bool other_local = other._M_word == other._M_local_word;
    _Words *mine = _M_word;
    _M_word = other_local ? _M_local_word : other._M_word;
    other._M_word = mine_local ? other._M_local_word : mine;
    swap(_M_word_size, other._M_word_size);
    swap(_M_ios_locale, other._M_ios_locale);
}

template class basic_ios<char>;
template class basic_ios<wchar_t>;

} // namespace std
