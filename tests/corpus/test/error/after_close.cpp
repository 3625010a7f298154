// A method that must not be called after another one.

class Channel {
  public:
    Channel() : cell(new int(0)) {}
    Channel(const Channel &) = delete;
    Channel &operator=(const Channel &) = delete;
    ~Channel() {
        if (open)
            delete cell;
    }

    void close() {
        if (open)
            delete cell;
        open = false;
    }

    int read() const { return *cell; } //~ use-after-free

  private:
    int *cell;
    bool open = true;
};

int first(Channel &channel) {
    int value = channel.read();
    channel.close();
    return value;
}
