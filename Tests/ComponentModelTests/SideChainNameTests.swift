import ComponentModel
import TestSupport
import Testing

struct SideChainNameTests {
  @Test("words, and not parts of words, call a port a side chain")
  func names() {
    let told = [
      "Sidechain", "sidechain2", "lv2_sidechain_in", "Side Chain L", "side-chain", "SideChain", "inputSC", "sc_l",
      "Key", "key 2",
    ]
    let others = ["", "Keyboard", "Scale", "Side", "chain", "Side L Chain", "Monkey", "In", "chain side", "ключ"]
    for text in told { verify(SideChainName.isTold(by: ["in", text]), "\(text)") }
    for text in others { verify(!SideChainName.isTold(by: ["in", text]), "\(text)") }
    verify(!SideChainName.isTold(by: ["side", "chain"]), "each text is alone")
  }
}
