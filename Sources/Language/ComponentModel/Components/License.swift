/// The names of licences. Bundles give an address or a name, each in several spellings.
package enum License {
  /// The name of a licence: an SPDX identifier, without a version if the bundle names none. A text that is not known is
  /// its own name.
  package static func name(of text: String) -> String { names[text] ?? text }

  /// All texts that stand for a licence with this name, the name first; only the name if it is not known.
  package static func texts(named name: String) -> [String] {
    known.first { $0.name == name }.map { [name] + texts(of: $0) } ?? [name]
  }

  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for license in known { for text in texts(of: license) { names[text] = license.name } }
    return names
  }()

  private typealias Known = (name: String, others: [String])

  private static func texts(of license: Known) -> [String] {
    let path = "spdx.org/licenses/\(license.name)"
    let spdx = ["http", "https"].flatMap { ["\($0)://\(path)", "\($0)://\(path).html"] }
    return license.others.flatMap { other in
      other.hasPrefix("http:") ? [other, "https" + other.dropFirst(4)] : [other]
    } + spdx
  }

  private static let (doap, osi) = ("http://usefulinc.com/doap/licenses/", "http://opensource.org/licenses/")
  private static let gnu = "http://www.gnu.org/licenses/"

  private static let known: [Known] = [
    ("GPL", [doap + "gpl", osi + "gpl-license", osi + "GPL", gnu + "gpl.html", gnu + "gpl"]),
    (
      "GPL-2.0",
      [osi + "gpl-2.0", osi + "GPL-2.0", gnu + "gpl-2.0.html", gnu + "old-licenses/gpl-2.0.html", "GPL v2", "GPLv2"]
    ),
    ("GPL-2.0-only", []), ("GPL-2.0-or-later", ["GPL v2+", "GPLv2+", "GPL-2.0+"]),
    ("GPL-3.0", [osi + "gpl-3.0", osi + "GPL-3.0", gnu + "gpl-3.0.html", gnu + "gpl-3.0", "GPL v3", "GPLv3"]),
    ("GPL-3.0-only", []), ("GPL-3.0-or-later", ["GPL v3+", "GPLv3+", "GPL-3.0+"]),
    ("LGPL", [doap + "lgpl", osi + "lgpl-license", osi + "LGPL", gnu + "lgpl.html", gnu + "lgpl"]),
    ("LGPL-2.1", [osi + "lgpl-2.1", osi + "LGPL-2.1", gnu + "old-licenses/lgpl-2.1.html", "LGPL v2.1", "LGPLv2.1"]),
    ("LGPL-2.1-only", []), ("LGPL-2.1-or-later", ["LGPL v2.1+", "LGPLv2.1+"]),
    ("LGPL-3.0", [osi + "lgpl-3.0", osi + "LGPL-3.0", gnu + "lgpl-3.0.html", "LGPL v3", "LGPLv3"]),
    ("LGPL-3.0-only", []), ("LGPL-3.0-or-later", ["LGPL v3+", "LGPLv3+"]),
    ("AGPL-3.0", [osi + "agpl-3.0", osi + "AGPL-3.0", gnu + "agpl-3.0.html", "AGPL v3", "AGPLv3"]),
    ("AGPL-3.0-only", []), ("AGPL-3.0-or-later", ["AGPL v3+", "AGPLv3+"]),
    ("ISC", [osi + "isc", osi + "ISC", osi + "isc-license"]),
    ("MIT", [osi + "mit", osi + "MIT", osi + "mit-license", doap + "mit"]),
    ("BSD", [doap + "bsd", osi + "bsd-license"]), ("BSD-2-Clause", [osi + "BSD-2-Clause"]),
    ("BSD-3-Clause", [osi + "BSD-3-Clause"]),
    ("Apache-2.0", [osi + "apache-2.0", osi + "Apache-2.0", "http://www.apache.org/licenses/LICENSE-2.0"]),
    ("Zlib", [osi + "zlib", osi + "Zlib"]), ("Unlicense", []), ("CC0-1.0", []), ("MPL-2.0", [osi + "MPL-2.0"]),
  ]
}
