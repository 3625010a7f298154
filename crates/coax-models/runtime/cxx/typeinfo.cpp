// Run-time type information: the classes behind every typeinfo object, dynamic_cast,
// and the question whether a handler catches an exception.
//
// The compiler emits typeinfo objects as constants of these classes, laid out as the
// Itanium C++ ABI (2.9.5) says: only the *data* members are fixed by it. The virtual
// functions are ours. Defining the destructor of __fundamental_type_info makes the
// compiler emit the typeinfos of the built-in types here.
//
// Classes form a graph in which a virtual base is one node however many paths lead to
// it; subobjects are therefore told apart by address, not by path.

#include "runtime.h"

#include <bits/cxxabi_forced.h>
#include <cstdint>

namespace __cxxabiv1 {

// Thread cancellation, which never happens here; handlers for it need its typeinfo.
__forced_unwind::~__forced_unwind() noexcept {}

using std::type_info;

// Where a (sub)object is. Offsets from a null pointer are places too: they tell its
// subobjects apart, but there is nothing to read there.
struct Place {
    const char *address;
    bool readable;

    Place operator+(long offset) const {
        if (readable)
            return {address + offset, true};
        auto number = reinterpret_cast<std::uintptr_t>(address) + offset;
        return {reinterpret_cast<const char *>(number), false};
    }
};

// One direct base class of a class, located in a given object.
struct BaseSubobject {
    const __class_type_info *type;
    Place place;
    bool is_public;
};

class __fundamental_type_info : public type_info {
  public:
    virtual ~__fundamental_type_info();
};

class __array_type_info : public type_info {
  public:
    virtual ~__array_type_info();
};

class __function_type_info : public type_info {
  public:
    virtual ~__function_type_info();
    bool __is_function_p() const override;
};

class __enum_type_info : public type_info {
  public:
    virtual ~__enum_type_info();
};

class __class_type_info : public type_info {
  public:
    virtual ~__class_type_info();
    virtual unsigned base_count() const;
    virtual BaseSubobject base(unsigned index, Place object) const;
    bool __do_catch(const type_info *thrown, void **object, unsigned outer) const override;
    bool __do_upcast(const __class_type_info *target, void **object) const override;
};

class __si_class_type_info : public __class_type_info {
  public:
    const __class_type_info *__base_type;

    virtual ~__si_class_type_info();
    unsigned base_count() const override;
    BaseSubobject base(unsigned index, Place object) const override;
};

class __base_class_type_info {
  public:
    const __class_type_info *__base_type;
    long __offset_flags;

    enum : long { virtual_mask = 1, public_mask = 2, offset_shift = 8 };
};

class __vmi_class_type_info : public __class_type_info {
  public:
    unsigned __flags;
    unsigned __base_count;
    __base_class_type_info __base_info[1];

    virtual ~__vmi_class_type_info();
    unsigned base_count() const override;
    BaseSubobject base(unsigned index, Place object) const override;
};

class __pbase_type_info : public type_info {
  public:
    unsigned __flags;
    const type_info *__pointee;

    enum : unsigned {
        const_mask = 1,
        qualifier_mask = 7, // const, volatile, restrict
        transaction_safe_mask = 0x20,
        noexcept_mask = 0x40,
    };

    virtual ~__pbase_type_info();
    bool __do_catch(const type_info *thrown, void **object, unsigned outer) const override;
    virtual bool catches_pointee(const __pbase_type_info *thrown, void **object,
                                 unsigned outer) const;

  private:
    bool qualifiers_convert(const __pbase_type_info &thrown) const;
};

class __pointer_type_info : public __pbase_type_info {
  public:
    virtual ~__pointer_type_info();
    bool __is_pointer_p() const override;
    bool catches_pointee(const __pbase_type_info *thrown, void **object,
                         unsigned outer) const override;
};

class __pointer_to_member_type_info : public __pbase_type_info {
  public:
    const __class_type_info *__context;

    virtual ~__pointer_to_member_type_info();
    bool catches_pointee(const __pbase_type_info *thrown, void **object,
                         unsigned outer) const override;
};

__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
__enum_type_info::~__enum_type_info() {}
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}

} // namespace __cxxabiv1

namespace std {

type_info::~type_info() {}

bool type_info::__is_pointer_p() const { return false; }

bool type_info::__is_function_p() const { return false; }

bool type_info::__do_catch(const type_info *thrown, void **, unsigned) const {
    return *this == *thrown;
}

bool type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const { return false; }

} // namespace std

namespace __cxxabiv1 {

bool __function_type_info::__is_function_p() const { return true; }

bool __pointer_type_info::__is_pointer_p() const { return true; }

// ---- bases ------------------------------------------------------------------------------

unsigned __class_type_info::base_count() const { return 0; }

BaseSubobject __class_type_info::base(unsigned, Place object) const {
    return {nullptr, object, false};
}

unsigned __si_class_type_info::base_count() const { return 1; }

// Single inheritance in the ABI's sense: one public, non-virtual base at offset 0.
BaseSubobject __si_class_type_info::base(unsigned, Place object) const {
    return {__base_type, object, true};
}

unsigned __vmi_class_type_info::base_count() const { return __base_count; }

BaseSubobject __vmi_class_type_info::base(unsigned index, Place object) const {
    const __base_class_type_info &info = __base_info[index];
    long flags = info.__offset_flags;
    long offset = flags >> __base_class_type_info::offset_shift;
    bool is_public = flags & __base_class_type_info::public_mask;
    if (!(flags & __base_class_type_info::virtual_mask))
        return {info.__base_type, object + offset, is_public};
    // Without a vtable to read the offset of a virtual base from, any address that is the
    // same on all paths to that base will do.
    if (!object.readable)
        return {
            info.__base_type, {reinterpret_cast<const char *>(info.__base_type), false}, is_public};
    const char *vtable = *reinterpret_cast<const char *const *>(object.address);
    offset = *reinterpret_cast<const std::ptrdiff_t *>(vtable + offset);
    return {info.__base_type, object + offset, is_public};
}

namespace {

// What is known about the subobjects of one type inside an object.
struct Subobjects {
    const char *address = nullptr;
    bool found = false;
    bool is_public = false; // some path to `address` is public all the way
    bool ambiguous = false; // there is a second subobject of the type

    void add(const char *where, bool via_public) {
        if (found && where != address) {
            ambiguous = true;
            return;
        }
        found = true;
        address = where;
        is_public |= via_public;
    }

    bool unique_and_public() const { return found && is_public && !ambiguous; }
};

void find_subobjects(const __class_type_info &type, Place object, bool is_public,
                     const __class_type_info &target, Subobjects &result) {
    if (type == target) {
        result.add(object.address, is_public);
        return;
    }
    for (unsigned i = 0, n = type.base_count(); i < n; ++i) {
        BaseSubobject base = type.base(i, object);
        find_subobjects(*base.type, base.place, is_public && base.is_public, target, result);
    }
}

// Is the subobject of type `target` at `where` part of `object`, and if so publicly?
void find_subobject_at(const __class_type_info &type, Place object, bool is_public,
                       const __class_type_info &target, const char *where, Subobjects &result) {
    if (type == target) {
        if (object.address == where)
            result.add(where, is_public);
        return;
    }
    for (unsigned i = 0, n = type.base_count(); i < n; ++i) {
        BaseSubobject base = type.base(i, object);
        find_subobject_at(*base.type, base.place, is_public && base.is_public, target, where,
                          result);
    }
}

} // namespace

// ---- catching ---------------------------------------------------------------------------

bool __class_type_info::__do_upcast(const __class_type_info *target, void **object) const {
    const char *whole = static_cast<const char *>(*object);
    Subobjects bases;
    find_subobjects(*this, {whole, whole != nullptr}, true, *target, bases);
    if (!bases.unique_and_public())
        return false;
    if (whole)
        *object = const_cast<char *>(bases.address);
    return true;
}

// `outer` starts at 1 and counts the pointers looked through in steps of two; its low bit
// stays set while all of them but the outermost are const. A derived-to-base conversion is
// possible for the object itself (1) and for what a single pointer points to (2 or 3).
bool __class_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown)
        return true;
    return outer < 4 && thrown->__do_upcast(this, object);
}

// A pointer may gain const and volatile and lose noexcept, not the other way round.
bool __pbase_type_info::qualifiers_convert(const __pbase_type_info &thrown) const {
    constexpr unsigned function_mask = transaction_safe_mask | noexcept_mask;
    unsigned lost = thrown.__flags & qualifier_mask & ~__flags;
    unsigned invented = __flags & function_mask & ~thrown.__flags;
    return lost == 0 && invented == 0;
}

bool __pbase_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown)
        return true;
    if (*thrown == typeid(std::nullptr_t)) {
        *object = nullptr;
        // A null member pointer is not all zero bits for data members: hand out a constant.
        if (!__is_pointer_p()) {
            static std::ptrdiff_t null_data_member = -1;
            static struct {
                void *function;
                std::ptrdiff_t adjustment;
            } null_function_member;
            *object = __pointee->__is_function_p() ? static_cast<void *>(&null_function_member)
                                                   : static_cast<void *>(&null_data_member);
        }
        return true;
    }
    if (typeid(*this) != typeid(*thrown))
        return false;
    if (!(outer & 1))
        return false;
    auto *pointer = static_cast<const __pbase_type_info *>(thrown);
    if (!qualifiers_convert(*pointer))
        return false;
    if (!(__flags & const_mask))
        outer &= ~1u;
    return catches_pointee(pointer, object, outer);
}

bool __pbase_type_info::catches_pointee(const __pbase_type_info *thrown, void **object,
                                        unsigned outer) const {
    return __pointee->__do_catch(thrown->__pointee, object, outer + 2);
}

bool __pointer_type_info::catches_pointee(const __pbase_type_info *thrown, void **object,
                                          unsigned outer) const {
    // Every object pointer converts to void*, but only as the outermost pointer.
    if (outer < 2 && *__pointee == typeid(void))
        return !thrown->__pointee->__is_function_p();
    return __pointee->__do_catch(thrown->__pointee, object, outer + 2);
}

bool __pointer_to_member_type_info::catches_pointee(const __pbase_type_info *thrown, void **object,
                                                    unsigned outer) const {
    auto *member = static_cast<const __pointer_to_member_type_info *>(thrown);
    if (*__context != *member->__context)
        return false;
    return __pointee->__do_catch(thrown->__pointee, object, outer + 2);
}

// ---- dynamic_cast -----------------------------------------------------------------------

namespace {

// The words before a vtable's address point: where the whole object starts, and its type.
struct VtablePrefix {
    std::ptrdiff_t whole_object;
    const __class_type_info *whole_type;
};

const VtablePrefix &vtable_prefix(const char *object) {
    return (*reinterpret_cast<const VtablePrefix *const *>(object))[-1];
}

// One dynamic_cast: from the subobject `source` of `source_type` to `target_type`.
struct Cast {
    const __class_type_info &source_type;
    const __class_type_info &target_type;
    const char *source;
    std::ptrdiff_t hint; // offset of the source in the target, or < 0 (ABI, 2.9.7)

    Subobjects targets;           // all subobjects of the target type
    Subobjects containing_source; // those that have `source` as a base
    const char *certain = nullptr;

    void visit_target(const char *object, bool is_public) {
        // The compiler knows that the target has the source as its only base of that type,
        // publicly, at this offset: no other target can contain this very source.
        if (hint >= 0 && object + hint == source) {
            certain = object;
            return;
        }
        targets.add(object, is_public);
        Subobjects inside;
        find_subobject_at(target_type, {object, true}, true, source_type, source, inside);
        if (inside.found)
            containing_source.add(object, inside.is_public);
    }

    void visit(const __class_type_info &type, Place object, bool is_public) {
        if (type == target_type) {
            visit_target(object.address, is_public);
            return;
        }
        for (unsigned i = 0, n = type.base_count(); i < n && !certain; ++i) {
            BaseSubobject base = type.base(i, object);
            visit(*base.type, base.place, is_public && base.is_public);
        }
    }
};

} // namespace

extern "C" void *__dynamic_cast(const void *source_object, const __class_type_info *source_type,
                                const __class_type_info *target_type, std::ptrdiff_t hint) {
    const char *source = static_cast<const char *>(source_object);
    const VtablePrefix &prefix = vtable_prefix(source);
    const char *whole = source + prefix.whole_object;
    Cast cast{*source_type, *target_type, source, hint, {}, {}};
    cast.visit(*prefix.whole_type, {whole, true}, true);
    const char *result = nullptr;
    if (cast.certain) {
        result = cast.certain;
    } else if (cast.containing_source.unique_and_public()) {
        result = cast.containing_source.address;
    } else if (cast.targets.unique_and_public()) {
        // A cross cast: the source must also be a public base of the whole object.
        Subobjects in_whole;
        find_subobject_at(*prefix.whole_type, {whole, true}, true, *source_type, source, in_whole);
        if (in_whole.is_public)
            result = cast.targets.address;
    }
    return const_cast<char *>(result);
}

} // namespace __cxxabiv1
