import ComponentModel
import Testing

/// The names of licences.
@Suite struct LicenseTests {
  @Test(arguments: [
    ("http://usefulinc.com/doap/licenses/gpl", "GPL"), ("http://opensource.org/licenses/gpl-3.0", "GPL-3.0"),
    ("https://www.gnu.org/licenses/gpl-3.0.html", "GPL-3.0"), ("GPL v2+", "GPL-2.0-or-later"), ("GPL v2", "GPL-2.0"),
    ("http://spdx.org/licenses/GPL-2.0-or-later.html", "GPL-2.0-or-later"), ("https://spdx.org/licenses/ISC", "ISC"),
    ("http://opensource.org/licenses/isc", "ISC"), ("http://usefulinc.com/doap/licenses/lgpl", "LGPL"),
    ("GPL-2.0", "GPL-2.0"), ("urn:own", "urn:own"), ("", ""),
  ]) func aTextHasAName(text: String, name: String) {
    #expect(License.name(of: text) == name)
    #expect(License.texts(named: name).contains(text) && License.texts(named: name).first == name)
    #expect(License.texts(named: name).allSatisfy { License.name(of: $0) == name })
  }
}
