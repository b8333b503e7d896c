#ifndef FAKE_JACK_H
#define FAKE_JACK_H

// Nothing is included: tests find what they call by its name, as the program does.

#endif
