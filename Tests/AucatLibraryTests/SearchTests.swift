import CAucat
import Foundation
import TestSupport
import Testing

/// Scanning and searching by the C library.
@Suite struct SearchTests {
  @Test("a scan reports its progress and its result, and can be stopped")
  func scan() {
    let host = Host()
    final class Seen { var states: [aucat_progress] = []; var times: [ContinuousClock.Instant] = [] }
    let seen = Seen()
    var report = aucat_report()
    let context = Unmanaged.passUnretained(seen).toOpaque()
    let note: aucat_progress_fn = { progress, context in
      if let context, let progress {
        let seen = Unmanaged<Seen>.fromOpaque(context).takeUnretainedValue()
        seen.states.append(progress.pointee)
        seen.times.append(.now)
      }
      return true
    }
    var error: OpaquePointer?
    #expect(aucat_scan(host.catalog, 0, 2, note, context, &report, &error), "\(taken(error))")
    #expect(report.bundles == 1 && report.components > 40 && report.added == report.components && report.seconds > 0)
    #expect(seen.states.last.map { $0.bundles_done == 1 && $0.bundles == 1 && !$0.is_waiting } == true)

    // The last state is told whenever it comes.
    let gaps = zip(seen.times.dropLast(), seen.times.dropLast().dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 >= .milliseconds(49) }, "\(gaps)")

    let stop: aucat_progress_fn = { _, _ in false }
    #expect(!aucat_scan(host.catalog, UInt32(AUCAT_SCAN_EVERYTHING), 0, stop, nil, nil, &error))
    #expect(taken(error).code == AUCAT_ERROR_INTERRUPTED)
    #expect(aucat_scan(host.catalog, UInt32(AUCAT_SCAN_EVERYTHING), 0, nil, nil, &report, nil))
    #expect(report.added == 0 && report.components > 40)
  }

  @Test("a first search scans; values are never parsed; the test of a host decides, and can stop")
  func search() {
    let host = Host()
    #expect(host.uris("name == 'Gain stereo'") == [TestPlugins.uri("gain-stereo")])
    #expect(host.uris("uri == %@", [host.value(TestPlugins.uri("gain-mono"))]) == [TestPlugins.uri("gain-mono")])
    #expect(host.uris("name == %@", [host.value("x' or name contains 'Gain")]) == [])
    let stereo = host.uris("audioInputs == %@ and hasMIDIInput == %@", [aucat_number(2), aucat_flag(false)])
    #expect(stereo.contains(TestPlugins.uri("gain-stereo")) && !stereo.contains(TestPlugins.uri("gain-mono")))

    let search = aucat_prepare(host.catalog, "audioInputs == 2", nil, 0, 0, nil)
    defer { aucat_search_free(search) }
    var count = 0
    #expect(aucat_search_count(search, &count, nil) && count == host.uris("audioInputs == 2").count && count > 3)
    #expect(taken(strings: aucat_search_uris(search, 2, nil))?.count == 2)
    let first: aucat_test_fn = { component, stop, _ in
      stop?.pointee = aucat_component_audio_outputs(component) == 2
      return aucat_component_audio_outputs(component) == 2
    }
    let one = aucat_search_passing(search, first, nil, nil)
    #expect(aucat_components_count(one) == 1)
    let kept = aucat_component_copy(aucat_components_at(one, 0))
    #expect(aucat_components_at(one, 1) == nil)
    aucat_components_free(one)
    #expect(aucat_component_audio_inputs(kept) == 2)
    aucat_component_free(kept)
  }

  @Test("an invalid predicate has its place in bytes and a suggestion")
  func errors() {
    let host = Host()
    var error: OpaquePointer?
    let text = "name == 'Höhe' and nme == x"
    #expect(aucat_prepare(host.catalog, text, nil, 0, 0, &error) == nil)
    let failure = taken(error)
    #expect(failure.code == AUCAT_ERROR_PREDICATE && failure.suggestion == "name", "\(failure)")
    #expect(failure.offset == Array(text.utf8).count - "nme == x".utf8.count)
    #expect(aucat_prepare(host.catalog, "name == %@", nil, 0, 0, &error) == nil)
    #expect(taken(error).code == AUCAT_ERROR_PREDICATE)
    #expect(host.uris("in 'nothing'") == ["error \(AUCAT_ERROR_PREDICATE.rawValue)"])
    let named = aucat_prepare(host.catalog, "tag == Höhe and in \"gone\"", nil, 0, 0, &error)
    var count = 0
    #expect(!outcome(aucat_search_count(named, &count, &error)))
    aucat_search_free(named)
    let unknown = taken(error)
    #expect(unknown.offset == "tag == Höhe and in ".utf8.count)
    #expect(unknown.message.hasSuffix("`gone`; create it, or name another"), "\(unknown)")
    #expect(!outcome(aucat_saved_search_set(host.catalog, "mine", "hidden == no or in mine", &error)))
    let circle = taken(error)
    #expect(circle.code == AUCAT_ERROR_PREDICATE && circle.offset == "hidden == no or in ".utf8.count, "\(circle)")
    let good = aucat_prepare(host.catalog, "gain", nil, 0, 0, &error)
    #expect(good != nil && error == nil)
    aucat_search_free(good)
  }

  @Test("words are interpreted, corrected with a note, and explained; exact ones are not")
  func words() {
    let host = Host()
    func notes(_ text: String, _ flags: UInt32) -> [String]? {
      let search = aucat_prepare(host.catalog, text, nil, 0, flags, nil)
      defer { aucat_search_free(search) }
      return taken(strings: aucat_search_notes(search, nil))
    }
    #expect(notes("streeo gain", 0)?.joined().contains("stereo") == true, "\(notes("streeo gain", 0) ?? [])")
    #expect(notes("streeo gain", UInt32(AUCAT_SEARCH_EXACT)) == [])
    #expect(host.uris("streeo gain", flags: UInt32(AUCAT_SEARCH_EXACT)) == [])
    #expect(host.uris("gai", flags: UInt32(AUCAT_SEARCH_TYPING)).contains(TestPlugins.uri("gain-mono")))

    let search = aucat_prepare(host.catalog, "audioInputs == 99 and name contains gain", nil, 0, 0, nil)
    defer { aucat_search_free(search) }
    let why = taken(aucat_search_why_nothing(search, nil)) ?? ""
    #expect(why.contains("audioInputs == 99"), "\(why)")
    #expect(taken(aucat_search_predicate(search, nil))?.contains("audioInputs == 99") == true)
    #expect(taken(strings: aucat_search_plan(search, nil))?.isEmpty == false)

    host.with("gain-mono") { component in
      var isFound = true
      let lines = taken(strings: aucat_why(host.catalog, component, "audioInputs == 2 or tag == x", &isFound, nil))
      #expect(!isFound && lines?.first == "no OR", "\(lines ?? [])")
      #expect(lines?.dropFirst().first == "no   audioInputs == 2\t1", "\(lines ?? [])")
      let values = [aucat_number(1)]
      let search = aucat_prepare(host.catalog, "audioInputs == %@", values, 1, 0, nil)
      #expect(taken(strings: aucat_search_why(search, component, &isFound, nil)) == ["yes audioInputs == 1\t1"])
      #expect(isFound)
      aucat_search_free(search)
    }
  }

  @Test("the reason why a component is found is that of the search with its flags")
  func whyWithFlags() {
    let host = Host()
    func isFound(_ text: String, _ flags: Int) -> Bool? {
      let search = aucat_prepare(host.catalog, text, nil, 0, UInt32(flags), nil)
      defer { aucat_search_free(search) }
      var isFound = false
      let lines = host.with("echo") { taken(strings: aucat_search_why(search, $0, &isFound, nil)) }
      return lines.map { _ in isFound }
    }
    #expect(isFound("ecoh", 0) == true && isFound("ecoh", AUCAT_SEARCH_EXACT) == false)
    #expect(isFound("ecoh", AUCAT_SEARCH_TYPING) == false && isFound("ech", AUCAT_SEARCH_TYPING) == true)
    #expect(aucat_set_hidden(host.catalog, TestPlugins.uri("echo"), true, nil))
    #expect(isFound("name == Echo", 0) == false && isFound("name == Echo", AUCAT_SEARCH_EVERYTHING) == true)
  }

  @Test("facets count the values of a result, the most frequent first")
  func facets() {
    let host = Host()
    let search = aucat_prepare(host.catalog, "audioInputs >= 1", nil, 0, 0, nil)
    defer { aucat_search_free(search) }
    let facets = aucat_search_facets(search, nil)
    defer { aucat_facets_free(facets) }
    var total = 0
    aucat_search_count(search, &total, nil)
    let types = (0..<aucat_facets_count(facets, AUCAT_FACET_TYPE)).map {
      aucat_facets_components(facets, AUCAT_FACET_TYPE, $0)
    }
    #expect(types.reduce(0, +) == total && types == types.sorted(by: >) && !types.isEmpty)
    func values(_ facet: aucat_facet) -> [String] {
      (0..<aucat_facets_count(facets, facet)).map { text(aucat_facets_value(facets, facet, $0)) }
    }
    let channels = values(AUCAT_FACET_CHANNELS)
    #expect(channels.contains("2→2") && channels.contains("1→1"))
    #expect(aucat_facets_value(facets, AUCAT_FACET_LICENSE, 1_000) == nil)
    let interfaces = values(AUCAT_FACET_UI)
    #expect(!interfaces.isEmpty && Set(interfaces).isSubset(of: ["yes", "no"]))
    let hosts = values(AUCAT_FACET_HOST)
    #expect(hosts.contains("ardour") && hosts.count == 7)
  }

  @Test("the hosts that can run a component are a key like others")
  func usableIn() {
    let host = Host()
    func count(_ text: String) -> Int {
      let search = aucat_prepare(host.catalog, text, nil, 0, 0, nil)
      defer { aucat_search_free(search) }
      var count = 0
      #expect(aucat_search_count(search, &count, nil), "\(text)")
      return count
    }
    let name = "name == CV and "
    #expect(count(name + "usableIn contains jalv") == 1 && count(name + "usableIn contains ardour") == 0)
    #expect(count("usableIn contains ardour") > 10)
  }
}
