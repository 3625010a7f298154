// stack, queue, priority_queue: custom order, containers, Dijkstra with a priority queue.
#include <cstdio>
#include <functional>
#include <queue>
#include <stack>
#include <string>
#include <vector>

struct Task {
    int priority;
    std::string name;
    bool operator<(const Task &o) const { return priority < o.priority; }
};

static std::vector<int> shortest(const std::vector<std::vector<std::pair<int, int>>> &graph, int from) {
    std::vector<int> distance(graph.size(), 1 << 30);
    using Item = std::pair<int, int>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    queue.push({distance[static_cast<size_t>(from)] = 0, from});
    while (!queue.empty()) {
        auto [d, at] = queue.top();
        queue.pop();
        if (d > distance[static_cast<size_t>(at)])
            continue;
        for (auto [to, cost] : graph[static_cast<size_t>(at)])
            if (d + cost < distance[static_cast<size_t>(to)])
                queue.push({distance[static_cast<size_t>(to)] = d + cost, to});
    }
    return distance;
}

int main() {
    std::priority_queue<Task> tasks;
    for (auto &t : std::vector<Task>{{3, "write"}, {9, "urgent"}, {1, "sleep"}, {5, "eat"}})
        tasks.push(t);
    for (; !tasks.empty(); tasks.pop())
        std::printf("%d %s, ", tasks.top().priority, tasks.top().name.c_str());
    std::puts("");
    std::priority_queue<int, std::vector<int>, std::greater<int>> small(std::greater<int>(), {5, 2, 8, 1});
    small.emplace(0);
    std::printf("%d %zu\n", small.top(), small.size());
    std::stack<char> s;
    const char *text = "{[()()]}(]";
    int depth = 0, errors = 0;
    for (const char *p = text; *p; p++)
        if (*p == '(' || *p == '[' || *p == '{') {
            s.push(*p);
            depth = static_cast<int>(s.size()) > depth ? static_cast<int>(s.size()) : depth;
        } else {
            char open = *p == ')' ? '(' : *p == ']' ? '[' : '{';
            if (s.empty() || s.top() != open)
                errors++;
            if (!s.empty())
                s.pop();
        }
    std::printf("%d %d %d\n", depth, errors, s.empty());
    std::queue<int> q;
    q.push(1);
    long served = 0;
    for (int i = 0; i < 20; i++) {
        served = served * 3 % 1000003 + q.front();
        q.push(q.front() * 2 % 101);
        q.push(q.front() + 1);
        q.pop();
    }
    std::printf("%ld %zu %d\n", served, q.size(), q.back());
    std::vector<std::vector<std::pair<int, int>>> graph(6);
    int edges[][3] = {{0, 1, 7}, {0, 2, 9}, {0, 5, 14}, {1, 2, 10}, {1, 3, 15}, {2, 3, 11}, {2, 5, 2}, {3, 4, 6}};
    for (auto &e : edges) {
        graph[static_cast<size_t>(e[0])].push_back({e[1], e[2]});
        graph[static_cast<size_t>(e[1])].push_back({e[0], e[2]});
    }
    for (int d : shortest(graph, 0))
        std::printf("%d ", d);
    std::puts("");
    return 0;
}
