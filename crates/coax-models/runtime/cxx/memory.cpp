// Memory resources, and what std::shared_ptr and std::valarray keep out of line.

#include "runtime.h"

#include <memory>
#include <memory_resource>
#include <new>
#include <valarray>

namespace std {

// ---- shared_ptr -------------------------------------------------------------------------

// make_shared asks for its own object by this tag when it cannot compare types.
bool _Sp_make_shared_tag::_S_eq(const type_info &type) noexcept {
    return type == typeid(_Sp_make_shared_tag);
}

// Locks around atomic access to a shared_ptr. There is one thread, so nothing to lock.
_Sp_locker::_Sp_locker(const void *) noexcept : _M_key1(0), _M_key2(0) {}
_Sp_locker::_Sp_locker(const void *, const void *) noexcept : _M_key1(0), _M_key2(0) {}
_Sp_locker::~_Sp_locker() {}

// ---- valarray ---------------------------------------------------------------------------

// Lists the positions that a generalised slice selects, the last dimension running fastest.
gslice::_Indexer::_Indexer(size_t start, const valarray<size_t> &lengths,
                           const valarray<size_t> &strides)
    : _M_count(1), _M_start(start), _M_size(lengths), _M_stride(strides),
      _M_index(lengths.size() == 0 ? 0 : [&] {
          size_t product = 1;
          for (size_t length : lengths)
              product *= length;
          return product;
      }()) {
    const size_t dimensions = lengths.size();
    valarray<size_t> at(size_t(0), dimensions);
    for (size_t &position : _M_index) {
        position = start;
        for (size_t d = 0; d < dimensions; ++d)
            position += at[d] * strides[d];
        for (size_t d = dimensions; d-- > 0;) {
            if (++at[d] < lengths[d])
                break;
            at[d] = 0;
        }
    }
}

// ---- the basic memory resources ---------------------------------------------------------

namespace pmr {

memory_resource::~memory_resource() {}

namespace {

class NewDelete final : public memory_resource {
    void *do_allocate(size_t bytes, size_t alignment) override {
        if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
            return ::operator new(bytes, align_val_t(alignment));
        return ::operator new(bytes);
    }

    void do_deallocate(void *block, size_t bytes, size_t alignment) override {
        if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
            ::operator delete(block, bytes, align_val_t(alignment));
        else
            ::operator delete(block, bytes);
    }

    bool do_is_equal(const memory_resource &other) const noexcept override {
        return this == &other;
    }
};

class Null final : public memory_resource {
    void *do_allocate(size_t, size_t) override { throw bad_alloc(); }
    void do_deallocate(void *, size_t, size_t) override {}
    bool do_is_equal(const memory_resource &other) const noexcept override {
        return this == &other;
    }
};

[[clang::no_destroy]] constinit NewDelete new_delete;
[[clang::no_destroy]] constinit Null null;
memory_resource *default_resource;

} // namespace

memory_resource *new_delete_resource() noexcept { return &new_delete; }
memory_resource *null_memory_resource() noexcept { return &null; }

memory_resource *get_default_resource() noexcept {
    return default_resource ? default_resource : &new_delete;
}

memory_resource *set_default_resource(memory_resource *wanted) noexcept {
    memory_resource *old = get_default_resource();
    default_resource = wanted;
    return old;
}

// ---- monotonic_buffer_resource ----------------------------------------------------------

// Sits at the end of each buffer that came from upstream.
class monotonic_buffer_resource::_Chunk {
  public:
    _Chunk *next;
    void *buffer;
    size_t size, alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
    constexpr float growth = 1.5;
    size_t usable = max(bytes, _M_next_bufsiz);
    usable = (usable + alignof(_Chunk) - 1) & ~(alignof(_Chunk) - 1);
    const size_t size = usable + sizeof(_Chunk);
    alignment = max(alignment, alignof(_Chunk));
    char *buffer = static_cast<char *>(_M_upstream->allocate(size, alignment));
    _M_head = new (buffer + usable) _Chunk{_M_head, buffer, size, alignment};
    _M_current_buf = buffer;
    _M_avail = usable;
    _M_next_bufsiz = static_cast<size_t>(_M_next_bufsiz * growth);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
    while (_Chunk *chunk = _M_head) {
        _M_head = chunk->next;
        _M_upstream->deallocate(chunk->buffer, chunk->size, chunk->alignment);
    }
}

// ---- unsynchronized_pool_resource -------------------------------------------------------

// Every block comes from upstream by itself, behind a header that links all live blocks,
// so that release() can give them back. Pooling them would only hide misuse.
struct __pool_resource::_Pool {
    _Pool *next, *previous;
    void *allocation;
    size_t size, alignment;
};

// The headers keep a vector of these for blocks too large to pool; ours stays empty.
struct __pool_resource::_BigBlock {};

namespace {

size_t room_for_header(size_t header, size_t alignment) {
    return (header + alignment - 1) & ~(alignment - 1);
}

} // namespace

__pool_resource::__pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_opts(options), _M_unpooled(upstream), _M_npools(0) {}

__pool_resource::~__pool_resource() {}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options,
                                                           memory_resource *upstream)
    : _M_impl(options, upstream), _M_pools(nullptr) {}

unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }

void unsynchronized_pool_resource::release() {
    while (_Pool *block = _M_pools) {
        _M_pools = block->next;
        upstream_resource()->deallocate(block->allocation, block->size, block->alignment);
    }
}

void *unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
    alignment = max(alignment, alignof(_Pool));
    const size_t before = room_for_header(sizeof(_Pool), alignment);
    const size_t size = before + bytes;
    char *allocation = static_cast<char *>(upstream_resource()->allocate(size, alignment));
    void *header = allocation + before - sizeof(_Pool);
    _Pool *block = new (header) _Pool{_M_pools, nullptr, allocation, size, alignment};
    if (_M_pools)
        _M_pools->previous = block;
    _M_pools = block;
    return allocation + before;
}

void unsynchronized_pool_resource::do_deallocate(void *memory, size_t, size_t) {
    _Pool *block = static_cast<_Pool *>(memory) - 1;
    if (block->next)
        block->next->previous = block->previous;
    (block->previous ? block->previous->next : _M_pools) = block->next;
    upstream_resource()->deallocate(block->allocation, block->size, block->alignment);
}

} // namespace pmr
} // namespace std
