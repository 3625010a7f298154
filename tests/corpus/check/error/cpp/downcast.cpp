// A key is asked for its text, and it may be one without.
//@ check: text_length
struct Key {
    virtual ~Key() = default;
    int id = 1;
};

struct TextKey : Key {
    unsigned length = 5;
};

unsigned text_length(bool has_text) {
    Key plain;
    TextKey text;
    Key *key = has_text ? &text : &plain;
    TextKey *as_text = dynamic_cast<TextKey *>(key);
    return as_text->length; //~ null-dereference
}
