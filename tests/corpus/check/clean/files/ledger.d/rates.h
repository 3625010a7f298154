// What a unit of a currency is worth.
unsigned rate_of(int currency);
