// std::locale: how a locale holds its facets, and the classic "C" locale.
//
// A locale is a reference to an _Impl: an array of facets indexed by facet id, a
// parallel array of caches (formatting data derived from facets) and the names of its
// categories. Invariants:
//   - the classic _Impl and everything in it lives in static memory, is built on first
//     use and is never counted nor freed;
//   - every other _Impl owns one reference to each of its facets and caches, and its
//     arrays and names come from new[] (the headers delete[] them);
//   - names[0] is null in an unnamed locale; names[1] is null when all categories have
//     the name names[0].
//
// The only C library locale in use is "C", so the __c_locale handles are all null.

#include "facet_access.h"
#include "runtime.h"

#include <cstring>
#include <new>

namespace std {

// ---- statics of the classes -------------------------------------------------------------

const locale::category locale::none;
const locale::category locale::ctype;
const locale::category locale::numeric;
const locale::category locale::collate;
const locale::category locale::time;
const locale::category locale::monetary;
const locale::category locale::messages;
const locale::category locale::all;

locale::_Impl *locale::_S_classic;
locale::_Impl *locale::_S_global;
_Atomic_word locale::id::_S_refcount;
__c_locale locale::facet::_S_c_locale;
const char locale::facet::_S_c_name[2] = "C";

// ---- facets -----------------------------------------------------------------------------

locale::facet::~facet() {}

__c_locale locale::facet::_S_get_c_locale() { return nullptr; }

const char *locale::facet::_S_get_c_name() throw() { return _S_c_name; }

__c_locale locale::facet::_S_clone_c_locale(__c_locale &) throw() { return nullptr; }

void locale::facet::_S_destroy_c_locale(__c_locale &) {}

__c_locale locale::facet::_S_lc_ctype_c_locale(__c_locale, const char *) { return nullptr; }

// Ids are numbered in the order in which they are first asked for. 0 means "none yet".
size_t locale::id::_M_id() const throw() {
    if (!_M_index)
        _M_index = ++_S_refcount;
    return _M_index - 1;
}

// ---- the classic locale -----------------------------------------------------------------

namespace {

constexpr size_t standard_facet_count = 32;

template <typename Facet> StaticStorage<Facet> classic_facet;
template <typename Cache> StaticStorage<Cache> classic_cache;

const locale::facet *classic_facets[standard_facet_count];
const locale::facet *classic_caches[standard_facet_count];
char classic_name[] = "C";
char *classic_names[6 + _GLIBCXX_NUM_CATEGORIES] = {classic_name};

template <typename Facet, typename... Arguments> Facet *make_facet(Arguments... arguments) {
    return new (classic_facet<Facet>.raw()) Facet(arguments..., 1);
}

// The punctuation facets keep their data in a cache, which serves the locale as well.
template <typename Cache> Cache *make_cache() { return new (classic_cache<Cache>.raw()) Cache(2); }

} // namespace

locale::_Impl::_Impl(size_t references) throw()
    : _M_refcount(references), _M_facets(classic_facets), _M_facets_size(standard_facet_count),
      _M_caches(classic_caches), _M_names(classic_names) {
    auto add_for = [this]<typename Char>(Char) {
        auto *numbers = make_cache<__numpunct_cache<Char>>();
        auto *money = make_cache<__moneypunct_cache<Char, false>>();
        auto *international_money = make_cache<__moneypunct_cache<Char, true>>();
        auto *times = make_cache<__timepunct_cache<Char>>();
        _M_init_facet_unchecked(make_facet<codecvt<Char, char, mbstate_t>>());
        _M_init_facet_unchecked(make_facet<numpunct<Char>>(numbers));
        _M_init_facet_unchecked(make_facet<num_get<Char>>());
        _M_init_facet_unchecked(make_facet<num_put<Char>>());
        _M_init_facet_unchecked(make_facet<std::collate<Char>>());
        _M_init_facet_unchecked(make_facet<moneypunct<Char, false>>(money));
        _M_init_facet_unchecked(make_facet<moneypunct<Char, true>>(international_money));
        _M_init_facet_unchecked(make_facet<money_get<Char>>());
        _M_init_facet_unchecked(make_facet<money_put<Char>>());
        _M_init_facet_unchecked(make_facet<__timepunct<Char>>(times));
        _M_init_facet_unchecked(make_facet<time_get<Char>>());
        _M_init_facet_unchecked(make_facet<time_put<Char>>());
        _M_init_facet_unchecked(make_facet<std::messages<Char>>());
        _M_caches[numpunct<Char>::id._M_id()] = numbers;
        _M_caches[moneypunct<Char, false>::id._M_id()] = money;
        _M_caches[moneypunct<Char, true>::id._M_id()] = international_money;
        _M_caches[__timepunct<Char>::id._M_id()] = times;
    };
    const ctype_base::mask *own_table = nullptr;
    _M_init_facet_unchecked(make_facet<std::ctype<char>>(own_table, false));
    add_for(char());
    _M_init_facet_unchecked(make_facet<std::ctype<wchar_t>>());
    add_for(wchar_t());
    _M_init_facet_unchecked(make_facet<codecvt<char16_t, char, mbstate_t>>());
    _M_init_facet_unchecked(make_facet<codecvt<char32_t, char, mbstate_t>>());
    _M_init_facet_unchecked(make_facet<codecvt<char16_t, char8_t, mbstate_t>>());
    _M_init_facet_unchecked(make_facet<codecvt<char32_t, char8_t, mbstate_t>>());
}

void locale::_S_initialize_once() throw() {
    static StaticStorage<_Impl> storage;
    _S_classic = new (storage.raw()) _Impl(2);
    _S_global = _S_classic;
}

void locale::_S_initialize() {
    if (!_S_classic)
        _S_initialize_once();
}

const locale &locale::classic() {
    static StaticStorage<locale> storage;
    _S_initialize();
    if (!storage.get()->_M_impl)
        new (storage.raw()) locale(_S_classic);
    return *storage.get();
}

// ---- making, copying and destroying implementations -------------------------------------

namespace {

char *new_name(const char *name) {
    if (!name)
        return nullptr;
    size_t bytes = strlen(name) + 1;
    return static_cast<char *>(memcpy(new char[bytes], name, bytes));
}

} // namespace

locale::_Impl::_Impl(const _Impl &other, size_t references)
    : _M_refcount(references), _M_facets(new const facet *[other._M_facets_size]),
      _M_facets_size(other._M_facets_size), _M_caches(new const facet *[other._M_facets_size]),
      _M_names(new char *[_S_categories_size]) {
    for (size_t i = 0; i < _M_facets_size; ++i) {
        _M_facets[i] = other._M_facets[i];
        if (_M_facets[i])
            _M_facets[i]->_M_add_reference();
        _M_caches[i] = other._M_caches[i];
        if (_M_caches[i])
            _M_caches[i]->_M_add_reference();
    }
    for (size_t i = 0; i < _S_categories_size; ++i)
        _M_names[i] = new_name(other._M_names[i]);
}

locale::_Impl::~_Impl() throw() {
    for (size_t i = 0; i < _M_facets_size; ++i) {
        if (_M_facets[i])
            _M_facets[i]->_M_remove_reference();
        if (_M_caches[i])
            _M_caches[i]->_M_remove_reference();
    }
    for (size_t i = 0; i < _S_categories_size; ++i)
        delete[] _M_names[i];
    delete[] _M_facets;
    delete[] _M_caches;
    delete[] _M_names;
}

// ---- putting facets in ------------------------------------------------------------------

void locale::_Impl::_M_install_facet(const locale::id *id, const facet *added) {
    if (!added)
        return;
    size_t index = id->_M_id();
    if (index >= _M_facets_size) {
        // A few spare places: programs tend to define facets in groups.
        size_t size = index + 4;
        const facet **facets = new const facet *[size]();
        const facet **caches = new const facet *[size]();
        memcpy(facets, _M_facets, _M_facets_size * sizeof *facets);
        memcpy(caches, _M_caches, _M_facets_size * sizeof *caches);
        delete[] _M_facets;
        delete[] _M_caches;
        _M_facets = facets;
        _M_caches = caches;
        _M_facets_size = size;
    }
    added->_M_add_reference();
    if (_M_facets[index])
        _M_facets[index]->_M_remove_reference();
    _M_facets[index] = added;
    // Caches may combine several facets (numbers use ctype too): start all of them afresh.
    for (size_t i = 0; i < _M_facets_size; ++i) {
        if (_M_caches[i])
            _M_caches[i]->_M_remove_reference();
        _M_caches[i] = nullptr;
    }
}

void locale::_Impl::_M_install_cache(const facet *cache, size_t index) {
    if (_M_caches[index]) {
        delete cache;
        return;
    }
    cache->_M_add_reference();
    _M_caches[index] = cache;
}

void locale::_Impl::_M_replace_facet(const _Impl *other, const locale::id *id) {
    size_t index = id->_M_id();
    if (index >= other->_M_facets_size || !other->_M_facets[index])
        __throw_runtime_error("locale::_Impl::_M_replace_facet");
    _M_install_facet(id, other->_M_facets[index]);
}

void locale::_Impl::_M_replace_category(const _Impl *other, const locale::id *const *ids) {
    for (; *ids; ++ids)
        _M_replace_facet(other, *ids);
}

// ---- the handle -------------------------------------------------------------------------

locale::locale(_Impl *impl) throw() : _M_impl(impl) {}

locale::locale() throw() {
    _S_initialize();
    _M_impl = _S_global;
    if (_M_impl != _S_classic)
        _M_impl->_M_add_reference();
}

locale::locale(const locale &other) throw() : _M_impl(other._M_impl) {
    if (_M_impl != _S_classic)
        _M_impl->_M_add_reference();
}

locale::~locale() throw() {
    if (_M_impl != _S_classic)
        _M_impl->_M_remove_reference();
}

const locale &locale::operator=(const locale &other) throw() {
    if (other._M_impl != _S_classic)
        other._M_impl->_M_add_reference();
    if (_M_impl != _S_classic)
        _M_impl->_M_remove_reference();
    _M_impl = other._M_impl;
    return *this;
}

// ---- access to the standard facets ------------------------------------------------------

#define INSTANTIATE_ACCESS(...)                                                                    \
    template const __VA_ARGS__ &use_facet<__VA_ARGS__>(const locale &);                            \
    template bool has_facet<__VA_ARGS__>(const locale &)

#define INSTANTIATE_ACCESS_FOR(CHAR)                                                               \
    INSTANTIATE_ACCESS(ctype<CHAR>);                                                               \
    INSTANTIATE_ACCESS(codecvt<CHAR, char, mbstate_t>);                                            \
    INSTANTIATE_ACCESS(numpunct<CHAR>);                                                            \
    INSTANTIATE_ACCESS(num_get<CHAR>);                                                             \
    INSTANTIATE_ACCESS(num_put<CHAR>);                                                             \
    INSTANTIATE_ACCESS(collate<CHAR>);                                                             \
    INSTANTIATE_ACCESS(moneypunct<CHAR, false>);                                                   \
    INSTANTIATE_ACCESS(moneypunct<CHAR, true>);                                                    \
    INSTANTIATE_ACCESS(money_get<CHAR>);                                                           \
    INSTANTIATE_ACCESS(money_put<CHAR>);                                                           \
    INSTANTIATE_ACCESS(__timepunct<CHAR>);                                                         \
    INSTANTIATE_ACCESS(time_get<CHAR>);                                                            \
    INSTANTIATE_ACCESS(time_put<CHAR>);                                                            \
    INSTANTIATE_ACCESS(messages<CHAR>)

INSTANTIATE_ACCESS_FOR(char);
INSTANTIATE_ACCESS_FOR(wchar_t);

} // namespace std
