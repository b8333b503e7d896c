#ifndef OLD_JACK_H
#define OLD_JACK_H

// Nothing is included: tests find what they call by its name, as the program does.

#endif
