// The same library as it was before the functions that we can do without.
#define FAKE_OLD
#include "../FakeJack/FakeJack.c"
