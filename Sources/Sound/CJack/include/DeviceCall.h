#ifndef AUCAT_DEVICE_CALL_H
#define AUCAT_DEVICE_CALL_H

// The call of a device, in a header of its own, because it alone says which pointers may be null.

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#define AUCAT_JACK_NONNULL _Nonnull
#define AUCAT_JACK_NULLABLE _Nullable
#else
#define AUCAT_JACK_NONNULL
#define AUCAT_JACK_NULLABLE
#endif

/// What a device calls for each block, as in Swift's DeviceCall: `cycle` is an AucatDeviceCycle.
typedef void (*AUCAT_JACK_NONNULL AucatDeviceFunction)(
    void *AUCAT_JACK_NULLABLE context, void *AUCAT_JACK_NONNULL cycle);

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif
