// A class whose tests are written for Catch2: thrown types, texts and what its getters say.
//@ test: --framework catch2 --max-paths 250 --time 100s --seed 0 --jobs 1
//@ coverage: >= 5
//@ outcomes: normal exception
//@ keeps: <catch2/catch.hpp> "REQUIRE_THROWS_AS(" ", std::domain_error);" "REQUIRE(thermostat.target() == "
#include <stdexcept>
#include <string>

class Thermostat {
  public:
    Thermostat() {}
    void set(int degrees);
    int target() const;
    std::string state() const;

  private:
    int wanted = 18;
};

void Thermostat::set(int degrees) {
    if (degrees < 5 || degrees > 30)
        throw std::domain_error("degrees");
    wanted = degrees;
}

int Thermostat::target() const { return wanted; }

std::string Thermostat::state() const { return wanted > 20 ? "warm" : "cool"; }
