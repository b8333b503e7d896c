import AudioComponents
import Foundation
import TestSupport
import Testing

/// How often components were used, as hosts count that.
struct UseCountLifeTests {
  private let bundles = HandmadeBundles()
  private let manager: ComponentManager

  init() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "A")
    manager = try bundles.manager()
  }

  @Test("a host's uses are counted from several threads at once, are nothing but uses, and stay with what was used")
  func counted() async throws {
    let before = Int64(Date().timeIntervalSince1970)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<5 { try manager.noteUse(of: "urn:a") } } }
      try await group.waitForAll()
    }
    try manager.noteUse(of: "urn:gone")
    let uses = try manager.userData().uses
    verify(uses.map(\.uri) == ["urn:a", "urn:gone"] && uses.map(\.count) == [20, 1])
    verify(uses.allSatisfy { $0.source == UseCount.aucat })
    let last = try demand(uses.first?.lastUsed)
    verify((before...before + 86_400).contains(last.secondsSince1970))
    let component = try demand(manager.component(uri: "urn:a"))
    verify(component.userTagNames.isEmpty && !component.isFavorite)
    let details = try manager.details(of: component)
    verify(details.uses == 20 && details.lastUsed == last && component.uses == 20 && component.lastUsed == last)

    // Those that other programs have counted come beside them; a successor begins at nothing.
    let others = UserData(uses: [try demand(UseCount(uri: "urn:a", source: "ardour", count: 12, lastUsed: nil))])
    for isNew in [1, 0] { try verify(manager.merge(others), equals: isNew) }
    try verify(manager.details(of: component).uses, equals: 32)
    try manager.apply([.add(.favorite, to: "urn:a")])
    bundles.effect("new.lv2", uri: "urn:new", name: "New", more: "lv2:replaces <urn:a>")
    try manager.scan()
    let new = try demand(manager.component(uri: "urn:new"))
    verify(new.isFavorite)
    try verify(manager.details(of: new).uses, equals: 0)
    try verify(Set(manager.userData().uses), equals: Set(uses + others.uses))
  }
}
