// Named locales: looking names up, mixing locales category by category, the global one.
//
// "C" and "POSIX" are the classic locale. "C.UTF-8" is accepted because it is the usual
// value of LANG on systems without other locales: it has a name of its own and the
// classic facets. Every other name is refused with the exception that libstdc++ throws
// on a system where the locale is not installed.

#include "runtime.h"

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <string>

namespace std {
namespace {

// In the order in which the names of a mixed locale are listed.
constexpr const char *category_names[] = {
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME",    "LC_COLLATE",   "LC_MONETARY",    "LC_MESSAGES",
    "LC_PAPER", "LC_NAME",    "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
};
constexpr size_t category_count = size(category_names);

// Which of the standard's category masks belongs to each of the first six names.
constexpr locale::category category_masks[] = {locale::ctype,   locale::numeric,  locale::time,
                                               locale::collate, locale::monetary, locale::messages};

bool is_classic_name(const char *name) {
    return strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

bool is_known_name(const char *name) {
    for (const char *known : {"C", "POSIX", "C.UTF-8", "C.utf8", "C.UTF8", "C.utf-8"})
        if (strcmp(name, known) == 0)
            return true;
    return false;
}

[[noreturn]] void refuse_name() {
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
}

// A name for every category.
struct CategoryNames {
    string names[category_count];

    void set_all(const char *name) {
        for (string &each : names)
            each = name;
    }

    bool all_classic() const {
        for (const string &each : names)
            if (!is_classic_name(each.c_str()))
                return false;
        return true;
    }

    void check() const {
        for (const string &each : names)
            if (!is_known_name(each.c_str()))
                refuse_name();
    }
};

const char *nonempty_environment(const char *variable) {
    const char *value = getenv(variable);
    return value && *value ? value : nullptr;
}

// What locale("") means: LC_ALL, or each category's own variable, or LANG, or "C".
CategoryNames names_from_environment() {
    CategoryNames result;
    if (const char *all = nonempty_environment("LC_ALL")) {
        result.set_all(all);
        return result;
    }
    const char *language = nonempty_environment("LANG");
    result.set_all(language ? language : "C");
    for (size_t i = 0; i < category_count; ++i)
        if (const char *own = nonempty_environment(category_names[i]))
            result.names[i] = own;
    return result;
}

// Parses "LC_CTYPE=a;LC_NUMERIC=b;...", the name of a mixed locale.
CategoryNames names_from_list(const char *list) {
    CategoryNames result;
    const char *next = list;
    for (size_t i = 0; i < category_count; ++i) {
        const char *value = strchr(next, '=');
        if (!value || string(next, value) != category_names[i])
            refuse_name();
        const char *end = strchr(value, ';');
        if (!end)
            end = value + strlen(value);
        result.names[i].assign(value + 1, end);
        next = *end ? end + 1 : end;
    }
    return result;
}

CategoryNames parse_name(const char *name) {
    if (!*name)
        return names_from_environment();
    if (strchr(name, '=') || strchr(name, ';'))
        return names_from_list(name);
    CategoryNames result;
    result.set_all(name);
    return result;
}

char *new_name(const string &name) {
    return static_cast<char *>(memcpy(new char[name.size() + 1], name.c_str(), name.size() + 1));
}

} // namespace

// ---- facets by category -----------------------------------------------------------------

#define FACETS_OF(NAME, ...)                                                                       \
    const locale::id *const locale::_Impl::_S_id_##NAME[] = {__VA_ARGS__, nullptr}

FACETS_OF(ctype, &std::ctype<char>::id, &codecvt<char, char, mbstate_t>::id,
          &std::ctype<wchar_t>::id, &codecvt<wchar_t, char, mbstate_t>::id,
          &codecvt<char16_t, char, mbstate_t>::id, &codecvt<char32_t, char, mbstate_t>::id,
          &codecvt<char16_t, char8_t, mbstate_t>::id, &codecvt<char32_t, char8_t, mbstate_t>::id);
FACETS_OF(numeric, &num_get<char>::id, &num_put<char>::id, &numpunct<char>::id,
          &num_get<wchar_t>::id, &num_put<wchar_t>::id, &numpunct<wchar_t>::id);
FACETS_OF(collate, &std::collate<char>::id, &std::collate<wchar_t>::id);
FACETS_OF(time, &__timepunct<char>::id, &time_get<char>::id, &time_put<char>::id,
          &__timepunct<wchar_t>::id, &time_get<wchar_t>::id, &time_put<wchar_t>::id);
FACETS_OF(monetary, &money_get<char>::id, &money_put<char>::id, &moneypunct<char, false>::id,
          &moneypunct<char, true>::id, &money_get<wchar_t>::id, &money_put<wchar_t>::id,
          &moneypunct<wchar_t, false>::id, &moneypunct<wchar_t, true>::id);
FACETS_OF(messages, &std::messages<char>::id, &std::messages<wchar_t>::id);

// In the order of the bits of locale::category.
const locale::id *const *const locale::_Impl::_S_facet_categories[] = {
    _S_id_ctype, _S_id_numeric, _S_id_collate, _S_id_time, _S_id_monetary, _S_id_messages, nullptr};

const char *const *const locale::_S_categories = category_names;

void locale::facet::_S_create_c_locale(__c_locale &handle, const char *name, __c_locale) {
    if (!is_known_name(name))
        refuse_name();
    handle = nullptr;
}

// ---- construction by name ---------------------------------------------------------------

// Makes a copy of the classic implementation that has the names `list`.
locale::_Impl::_Impl(const char *list, size_t references) : _Impl(*_S_classic, references) {
    CategoryNames parsed = parse_name(list);
    delete[] _M_names[0];
    _M_names[0] = nullptr;
    for (size_t i = 0; i < category_count; ++i)
        _M_names[i] = new_name(parsed.names[i]);
}

locale::locale(const char *name) {
    if (!name)
        __throw_runtime_error("locale::locale null not valid");
    _S_initialize();
    CategoryNames parsed = parse_name(name);
    parsed.check();
    _M_impl = parsed.all_classic() ? _S_classic : new _Impl(name, 1);
}

locale::category locale::_S_normalize_category(category wanted) {
    if (wanted == none || ((wanted & all) && !(wanted & ~all)))
        return wanted;
    // The C library's own numbers are accepted as well.
    switch (wanted) {
    case LC_COLLATE:
        return collate;
    case LC_CTYPE:
        return ctype;
    case LC_MONETARY:
        return monetary;
    case LC_NUMERIC:
        return numeric;
    case LC_TIME:
        return time;
    case LC_MESSAGES:
        return messages;
    case LC_ALL:
        return all;
    }
    __throw_runtime_error("locale::_S_normalize_category category not found");
}

void locale::_M_coalesce(const locale &base, const locale &added, category wanted) {
    wanted = _S_normalize_category(wanted);
    _M_impl = new _Impl(*base._M_impl, 1);
    try {
        _M_impl->_M_replace_categories(added._M_impl, wanted);
    } catch (...) {
        _M_impl->_M_remove_reference();
        throw;
    }
}

locale::locale(const locale &base, const char *name, category wanted) {
    locale added(name);
    _M_coalesce(base, added, wanted);
}

locale::locale(const locale &base, const locale &added, category wanted) {
    _M_coalesce(base, added, wanted);
}

void locale::_Impl::_M_replace_categories(const _Impl *other, category wanted) {
    for (int i = 0; _S_facet_categories[i]; ++i)
        if (wanted & (1 << i))
            _M_replace_category(other, _S_facet_categories[i]);
    if (!_M_names[0])
        return;
    if (!other->_M_names[0]) {
        for (size_t i = 0; i < category_count; ++i) {
            delete[] _M_names[i];
            _M_names[i] = nullptr;
        }
        return;
    }
    // Spell a uniform name out for every category before changing some of them.
    for (size_t i = 1; i < category_count; ++i)
        if (!_M_names[i])
            _M_names[i] = new_name(_M_names[0]);
    for (size_t i = 0; i < size(category_masks); ++i) {
        if (!(wanted & category_masks[i]))
            continue;
        const char *name = other->_M_names[i] ? other->_M_names[i] : other->_M_names[0];
        delete[] _M_names[i];
        _M_names[i] = new_name(name);
    }
}

// ---- names, comparison, the global locale -----------------------------------------------

string locale::name() const {
    if (!_M_impl->_M_names[0])
        return "*";
    if (_M_impl->_M_check_same_name())
        return _M_impl->_M_names[0];
    string list;
    for (size_t i = 0; i < category_count; ++i) {
        if (i > 0)
            list += ';';
        list += category_names[i];
        list += '=';
        list += _M_impl->_M_names[i];
    }
    return list;
}

bool locale::operator==(const locale &other) const throw() {
    if (_M_impl == other._M_impl)
        return true;
    if (!_M_impl->_M_names[0] || !other._M_impl->_M_names[0])
        return false;
    return name() == other.name();
}

locale locale::global(const locale &other) {
    _S_initialize();
    _Impl *old = _S_global;
    if (other._M_impl != _S_classic)
        other._M_impl->_M_add_reference();
    _S_global = other._M_impl;
    string name = other.name();
    if (name != "*")
        setlocale(LC_ALL, name.c_str());
    // The reference that the global place held passes to the result.
    return locale(old);
}

} // namespace std
