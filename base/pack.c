/* Numbers and texts as bytes. */
#include "base/pack.h"

void pack_u8(Buf *buf, u8 number)
{
    buf_putc(buf, (char)number);
}

void pack_u32(Buf *buf, u32 number)
{
    buf_add(buf, (const char *)&number, sizeof number);
}

void pack_u64(Buf *buf, u64 number)
{
    buf_add(buf, (const char *)&number, sizeof number);
}

void pack_number(Buf *buf, u64 number)
{
    enum { MOST = 10 };
    char bytes[MOST];
    if (number < 0x80) {
        buf_putc(buf, (char)number);
        return;
    }
    u32 n = 0;
    for (; number >= 0x80; number >>= 7)
        bytes[n++] = (char)(number | 0x80);
    bytes[n++] = (char)number;
    buf_add(buf, bytes, n);
}

void pack_bytes(Buf *buf, const void *data, size_t len)
{
    pack_u64(buf, len);
    if (len)
        buf_add(buf, data, len);
}

/* With its end, so that it can be used where it stands. */
void pack_text(Buf *buf, const char *text)
{
    pack_bytes(buf, text ? text : "", text ? strlen(text) + 1 : 1);
}

Unpack unpack_of(const char *data, size_t len)
{
    return (Unpack){.at = data, .end = data + len};
}

/* Address of the next `len` bytes; NULL: there are not as many. */
static const char *take(Unpack *from, size_t len)
{
    if (from->bad || (size_t)(from->end - from->at) < len) {
        from->bad = true;
        return NULL;
    }
    const char *at = from->at;
    from->at += len;
    return at;
}

static void take_number(Unpack *from, void *number, size_t size)
{
    const char *at = take(from, size);
    if (at)
        memcpy(number, at, size);
}

u8 unpack_u8(Unpack *from)
{
    u8 number = 0;
    take_number(from, &number, sizeof number);
    return number;
}

u32 unpack_u32(Unpack *from)
{
    u32 number = 0;
    take_number(from, &number, sizeof number);
    return number;
}

u64 unpack_u64(Unpack *from)
{
    u64 number = 0;
    take_number(from, &number, sizeof number);
    return number;
}

u64 unpack_number(Unpack *from)
{
    u64 number = 0;
    u32 shift = 0;
    u8 byte;
    if (from->at < from->end && !from->bad && !(*from->at & 0x80))
        return (u8)*from->at++;
    do {
        byte = unpack_u8(from);
        number |= (u64)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && shift < 64);
    return number;
}

Unpack unpack_bytes(Unpack *from)
{
    u64 len = unpack_u64(from);
    const char *at = take(from, len);
    return at ? unpack_of(at, len) : (Unpack){.bad = true};
}

const char *unpack_text(Unpack *from)
{
    Unpack text = unpack_bytes(from);
    from->bad |= text.bad || text.at == text.end || text.end[-1];
    return from->bad ? "" : text.at;
}

u32 unpack_count(Unpack *from, size_t size)
{
    u32 count = unpack_u32(from);
    from->bad |= (u64)count * size > (u64)(from->end - from->at);
    return from->bad ? 0 : count;
}
