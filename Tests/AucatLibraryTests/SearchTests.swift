import CAucat
import Foundation
import TestSupport
import Testing

/// Scanning and searching by the C library.
struct SearchTests {
  private final class Seen {
    var states: [aucat_progress] = []
    var times: [ContinuousClock.Instant] = []
    var isAgreed = false
  }

  @Test("a scan, of a first query as well, reports its progress and its result, and can be stopped")
  func scan() {
    let first = Seen()
    let hear: aucat_progress_fn = { progress, context in
      guard let first = seen(context, Seen.self), let progress else { return false }
      first.states.append(progress.pointee)
      return first.isAgreed
    }
    let host = Host(firstScan: hear, context: Unmanaged.passUnretained(first).toOpaque())
    verify(host.uris("uri contains urn"), equals: ["error \(AUCAT_ERROR_INTERRUPTED.rawValue)"])
    verify(first.states.count, equals: 1)

    let told = Seen()
    var report = aucat_report()
    let note: aucat_progress_fn = { progress, context in
      if let told = seen(context, Seen.self), let progress {
        told.states.append(progress.pointee)
        told.times.append(.now)
      }
      return true
    }
    var error: OpaquePointer?
    verify(
      aucat_scan(host.catalog, 0, 2, note, Unmanaged.passUnretained(told).toOpaque(), &report, &error),
      "\(taken(error))")
    verify(report.bundles == 1 && report.components > 40 && report.added == report.components && report.seconds > 0)
    verify(told.states.last.map { $0.bundles_done == 1 && $0.bundles == 1 && !$0.is_waiting }, equals: true)
    // The last state is told whenever it comes.
    let gaps = zip(told.times.dropLast(), told.times.dropLast().dropFirst()).map { $1 - $0 }
    verify(gaps.allSatisfy { $0 >= .milliseconds(49) }, "\(gaps)")

    let stop: aucat_progress_fn = { _, _ in false }
    let everything = UInt32(AUCAT_SCAN_EVERYTHING)
    verify(
      failure { aucat_scan(host.catalog, everything, 0, stop, nil, nil, $0) }.code, equals: AUCAT_ERROR_INTERRUPTED)
    verify(aucat_scan(host.catalog, everything, 0, nil, nil, &report, nil))
    verify(report.added == 0 && report.components > 40)
    verify(host.uris("uri contains urn").count > 40 && first.states.count == 1, "there is a catalog now")
    let other = Host(firstScan: hear, context: Unmanaged.passUnretained(first).toOpaque())
    first.isAgreed = true
    verify(other.uris("uri contains urn").count > 40 && first.states.last?.bundles_done == 1)
  }

  @Test("values are never parsed; the test of a host decides, and can stop")
  func search() {
    let host = Host.shared
    verify(host.uris("name == 'Gain stereo'"), equals: [TestPlugins.uri("gain-stereo")])
    verify(host.uris("uri == %@", TestPlugins.uri("gain-mono")), equals: [TestPlugins.uri("gain-mono")])
    verify(host.uris("name == %@", "x' or name contains 'Gain"), equals: [])
    let values = [aucat_number(2), aucat_flag(false)]
    let typed = aucat_prepare(host.catalog, "audioInputs == %@ and hasMIDIInput == %@", values, 2, 0, nil)
    let stereo = taken(strings: aucat_search_uris(typed, sizeMax, nil))
    aucat_search_free(typed)
    verify(stereo?.contains(TestPlugins.uri("gain-stereo")) == true)
    verify(stereo?.contains(TestPlugins.uri("gain-mono")) == false)

    host.search("audioInputs == 2") { search in
      var count = 0
      verify(aucat_search_count(search, &count, nil) && count == host.uris("audioInputs == 2").count && count > 3)
      verify(taken(strings: aucat_search_uris(search, 2, nil))?.count, equals: 2)
      let first: aucat_test_fn = { component, stop, _ in
        stop?.pointee = aucat_component_audio_outputs(component) == 2
        return aucat_component_audio_outputs(component) == 2
      }
      let one = aucat_search_passing(search, first, nil, nil)
      verify(aucat_components_count(one), equals: 1)
      let kept = aucat_component_copy(aucat_components_at(one, 0))
      verify(aucat_components_at(one, 1) == nil)
      aucat_components_free(one)
      verify(aucat_component_audio_inputs(kept), equals: 2)
      aucat_component_free(kept)
    }
  }

  @Test("an invalid predicate has its place in bytes and a suggestion")
  func errors() {
    let host = Host.shared
    let text = "name == 'Höhe' and nme == x"
    let invalid = failure { aucat_prepare(host.catalog, text, nil, 0, 0, $0) }
    verify(invalid.code == AUCAT_ERROR_PREDICATE && invalid.suggestion == "name", "\(invalid)")
    verify(invalid.offset, equals: text.utf8.count - "nme == x".utf8.count)
    verify(
      failure { aucat_prepare(host.catalog, "name == %@", nil, 0, 0, $0) }.code, equals: AUCAT_ERROR_PREDICATE)
    verify(host.uris("in 'nothing'"), equals: ["error \(AUCAT_ERROR_PREDICATE.rawValue)"])
    let unknown = host.search("tag == Höhe and in \"gone\"") { search in
      var count = 0
      return failure { aucat_search_count(search, &count, $0) }
    }
    verify(unknown.offset, equals: "tag == Höhe and in ".utf8.count)
    verify(unknown.message.hasSuffix("`gone`; create it, or name another"), "\(unknown)")
    let circle = failure { aucat_saved_search_set(host.catalog, "mine", "hidden == no or in mine", $0) }
    verify(circle.code == AUCAT_ERROR_PREDICATE && circle.offset == "hidden == no or in ".utf8.count, "\(circle)")
  }

  @Test("words are interpreted, corrected with a note, and explained; exact ones are not")
  func words() {
    let host = Host.shared
    func notes(_ text: String, _ flags: Int) -> [String]? {
      host.search(text, flags) { taken(strings: aucat_search_notes($0, nil)) }
    }
    verify(notes("streeo gain", 0)?.joined().contains("stereo"), equals: true)
    verify(notes("streeo gain", AUCAT_SEARCH_EXACT), equals: [])
    verify(host.uris("streeo gain", flags: AUCAT_SEARCH_EXACT), equals: [])
    verify(host.uris("gai", flags: AUCAT_SEARCH_TYPING).contains(TestPlugins.uri("gain-mono")))
    host.search("audioInputs == 99 and name contains gain") { search in
      verify(taken(aucat_search_why_nothing(search, nil))?.contains("audioInputs == 99"), equals: true)
      verify(taken(aucat_search_predicate(search, nil))?.contains("audioInputs == 99"), equals: true)
      verify(taken(strings: aucat_search_plan(search, nil))?.isEmpty, equals: false)
    }
    host.with("gain-mono") { component in
      var isFound = true
      let lines = taken(strings: aucat_why(host.catalog, component, "audioInputs == 2 or tag == x", &isFound, nil))
      verify(!isFound && lines?.prefix(2) == ["no OR", "no   audioInputs == 2\t1"], "\(lines ?? [])")
      let search = aucat_prepare(host.catalog, "audioInputs == %@", [aucat_number(1)], 1, 0, nil)
      verify(taken(strings: aucat_search_why(search, component, &isFound, nil)), equals: ["yes audioInputs == 1\t1"])
      verify(isFound)
      aucat_search_free(search)
    }
  }

  @Test("what is near is apart from what matches; exact words have nothing near")
  func near() {
    let host = Host.shared
    func near(_ words: String, _ flags: Int = 0) -> [String] {
      host.search(words, flags) { search in
        let found = aucat_search_near(search, nil)
        defer { aucat_components_free(found) }
        return (0..<aucat_components_count(found)).map { text(aucat_component_uri(aucat_components_at(found, $0))) }
      }
    }
    let (matching, others) = (host.uris("echoverb"), near("echoverb"))
    verify((matching + others).contains(TestPlugins.uri("echo")), "\(matching) \(others)")
    verify(Set(matching).isDisjoint(with: others) && matching.count + others.count <= 10, "\(matching) \(others)")
    verify(near("echoverb", AUCAT_SEARCH_EXACT) == [] && near("name == Echo") == [] && near("xyzzyplugh") == [])
    verify(failure { aucat_search_near(nil, $0) != nil }.code, equals: AUCAT_ERROR_ARGUMENT)
  }

  @Test("the reason why a component is found is that of the search with its values and flags")
  func why() {
    let host = Host()
    func isFound(_ text: String, _ flags: Int) -> Bool? {
      host.search(text, flags) { search in
        var isFound = false
        let lines = host.with("echo") { taken(strings: aucat_search_why(search, $0, &isFound, nil)) }
        return lines.map { _ in isFound }
      }
    }
    verify(isFound("ecoh", 0) == true && isFound("ecoh", AUCAT_SEARCH_EXACT) == false)
    verify(isFound("ecoh", AUCAT_SEARCH_TYPING) == false && isFound("ech", AUCAT_SEARCH_TYPING) == true)
    verify(aucat_set_hidden(host.catalog, TestPlugins.uri("echo"), true, nil))
    verify(isFound("name == Echo", 0) == false && isFound("name == Echo", AUCAT_SEARCH_EVERYTHING) == true)
  }

  @Test("facets count the values of a result, the most frequent first; hosts are a key like others")
  func facets() {
    let host = Host.shared
    host.search("audioInputs >= 1") { search in
      let facets = aucat_search_facets(search, nil)
      defer { aucat_facets_free(facets) }
      var total = 0
      aucat_search_count(search, &total, nil)
      let types = (0..<aucat_facets_count(facets, AUCAT_FACET_TYPE)).map {
        aucat_facets_components(facets, AUCAT_FACET_TYPE, $0)
      }
      verify(types.reduce(0, +) == total && types == types.sorted(by: >) && !types.isEmpty)
      func values(_ facet: aucat_facet) -> [String] {
        (0..<aucat_facets_count(facets, facet)).map { text(aucat_facets_value(facets, facet, $0)) }
      }
      verify(Set(values(AUCAT_FACET_CHANNELS)).isSuperset(of: ["2→2", "1→1"]))
      verify(aucat_facets_value(facets, AUCAT_FACET_LICENSE, 1_000) == nil)
      let interfaces = values(AUCAT_FACET_UI)
      verify(!interfaces.isEmpty && Set(interfaces).isSubset(of: ["yes", "no"]))
      verify(values(AUCAT_FACET_HOST).contains("ardour") && values(AUCAT_FACET_HOST).count == 7)
    }
    verify(host.uris("name == CV and usableIn contains jalv").count, equals: 1)
    verify(host.uris("name == CV and usableIn contains ardour"), equals: [])
    verify(host.uris("usableIn contains ardour").count > 10)
  }
}
