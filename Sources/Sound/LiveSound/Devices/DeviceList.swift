internal import Linux

/// A device that can be opened, or the reason why it can't.
package struct DeviceListing: Hashable, Sendable {
  /// Its kind: `jack` or `null`.
  package var device: String
  /// The file of the library through which its server is reached; nil for a device without one.
  package var library: String?
  /// The version that the library states; nil if it states none.
  package var version: String?
  /// The server's properties; nil if none is running, and for a device that takes any format.
  package var format: DeviceFormat?
  /// The ports that can be connected.
  package var ports: [DevicePort]
  /// Why the device can't be opened; nil if it can.
  package var error: DeviceError?
}

/// The devices of this machine.
package enum DeviceList {
  /// Asks each library about its server.
  ///
  /// - Parameters:
  ///   - server: the name of JACK's server; nil for the usual one.
  ///   - environment: gives the places of JACK's library (`AUCAT_JACK`) and PipeWire's socket; nil for this process's
  ///     own.
  package static func all(server: String? = nil, environment: [String: String]? = nil) -> [DeviceListing] {
    var listings: [DeviceListing] = []
    for name in JackLibrary.candidates(environment ?? CurrentProcess.environment) {
      let listing = jack(name, server)
      // The installed library may be PipeWire's.
      if !listings.contains(where: { $0.library == listing.library }) { listings.append(listing) }
    }
    return listings + [DeviceListing(device: "null", ports: [])]
  }

  /// The name of the client that lists ports.
  private static let clientName = "aucat-list"

  private static func jack(_ name: String, _ server: String?) -> DeviceListing {
    var listing = DeviceListing(device: "jack", library: name, ports: [])
    do throws(DeviceError) {
      let library = try JackLibrary.load(name)
      library.takeMessages()
      (listing.library, listing.version) = (library.path, library.version)
      let client = try JackClient.looking(library, server: server, named: clientName)
      defer { client.close() }
      listing.format = try client.format()
      listing.ports = try JackPorts(client).all()
    } catch {
      listing.error = error
    }
    return listing
  }
}
