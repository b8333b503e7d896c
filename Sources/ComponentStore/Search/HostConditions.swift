internal import ComponentQuery

/// The components that hosts can run, for a condition.
struct HostConditions {
  /// Those that satisfy a comparison with the names of hosts.
  let satisfying: (Comparison) throws -> ComponentSet
  /// Those of each host.
  let all: () throws -> [ComponentSet]
}
