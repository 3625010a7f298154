// typeid and dynamic_cast: up, down, cross, failing to null, bad_cast, void pointers, private bases, names.
#include <cstdio>
#include <typeindex>
#include <typeinfo>

struct Animal { virtual ~Animal() = default; };
struct Swimmer { virtual ~Swimmer() = default; int depth = 5; };
struct Dog : Animal { int legs = 4; };
struct Fish : Animal, Swimmer { int fins = 6; };
struct Puppy final : Dog { int age = 1; };
struct Plain { int n; };
class Secret : Animal {
public:
    Animal *up() { return this; }
};

static const char *classify(Animal *a) {
    if (dynamic_cast<Puppy *>(a))
        return "puppy";
    if (dynamic_cast<Dog *>(a))
        return "dog";
    if (dynamic_cast<Swimmer *>(a))
        return "swimmer";
    return "animal";
}

int main() {
    Animal animal;
    Dog dog;
    Fish fish;
    Puppy puppy;
    Secret secret;
    Animal *all[] = {&animal, &dog, &fish, &puppy, secret.up()};
    for (Animal *a : all)
        std::printf("%s %s\n", classify(a), typeid(*a).name());
    Swimmer *s = dynamic_cast<Swimmer *>(all[2]);
    std::printf("%d %d\n", s->depth, dynamic_cast<Fish *>(s)->fins);
    std::printf("%d %d\n", dynamic_cast<void *>(s) == &fish, (void *)s == (void *)&fish);
    std::printf("%d\n", dynamic_cast<Secret *>(secret.up()) == nullptr);
    std::printf("%d %d\n", dynamic_cast<Animal *>(&puppy) == &puppy, dynamic_cast<Dog *>((Animal *)nullptr) == nullptr);
    try {
        (void)dynamic_cast<Dog &>(*all[2]);
    } catch (const std::bad_cast &e) {
        std::printf("%s\n", e.what());
    }
    try {
        Animal *none = nullptr;
        std::printf("%s\n", typeid(*none).name());
    } catch (const std::bad_typeid &e) {
        std::printf("%s\n", e.what());
    }
    std::printf("%d %d\n", typeid(*all[1]) == typeid(Dog), typeid(*all[3]) == typeid(Dog));
    std::printf("%s %s %s %s\n", typeid(int).name(), typeid(const char *).name(), typeid(Plain).name(), typeid(all).name());
    std::printf("%s %s\n", typeid(double(int, long)).name(), typeid(int Plain::*).name());
    std::printf("%d %d\n", typeid(int).before(typeid(long)) != typeid(long).before(typeid(int)),
                std::type_index(typeid(dog)) == std::type_index(typeid(Dog)));
    return 0;
}
