// A packet of N characters with header fields as in SIP: `name:value;name:value;`, where a name is a token
// and a value is a number or a token. Every part has a function of its own.
#include <coax.h>

enum { BAD = -1 };

struct header {
    int fields, numbers, length;
};

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The characters of a token (RFC 3261, section 25.1), without quotes and ticks.
static int is_token(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' || c == '.' ||
           c == '!' || c == '%' || c == '*' || c == '_' || c == '+';
}

// Where the token ends that begins at `at`.
static int end_of_token(const char *packet, int at) {
    while (at < N && is_token(packet[at]))
        at++;
    return at;
}

// Where the number ends that begins at `at`.
static int end_of_number(const char *packet, int at) {
    while (at < N && is_digit(packet[at]))
        at++;
    return at;
}

// Where the name ends that begins at `at`: before a colon.
static int end_of_name(const char *packet, int at) {
    int end = end_of_token(packet, at);
    if (end == at || end >= N || packet[end] != ':')
        return BAD;
    return end;
}

// Where the value ends that begins at `at`: before a semicolon, or with the packet.
static int end_of_value(const char *packet, int at, struct header *header) {
    int end = end_of_number(packet, at);
    if (end > at) {
        header->numbers++;
        header->length = end - at;
    } else {
        end = end_of_token(packet, at);
    }
    if (end < N && packet[end] != ';')
        return BAD;
    return end;
}

// Where the next field begins after the one at `at`.
static int next_field(const char *packet, int at, struct header *header) {
    int colon = end_of_name(packet, at);
    if (colon == BAD)
        return BAD;
    int end = end_of_value(packet, colon + 1, header);
    if (end == BAD)
        return BAD;
    header->fields++;
    return end + 1;
}

int main(void) {
    char packet[N];
    coax_symbolic(packet, N, "packet");
    struct header header = {0, 0, 0};
    int at = 0;
    while (at < N) {
        at = next_field(packet, at, &header);
        if (at == BAD)
            return 1;
    }
    int buffer[N];
    buffer[0] = 0;
    // One too far, if a number has all the places it can have.
    if (header.numbers)
        buffer[header.length + 2] = header.fields;
    return 0;
}
