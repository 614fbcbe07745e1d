package wordfilter

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcwick.example/platform/fault"
)

// Verifies MOD-19.
func TestLinksAndAddressesAreFound(t *testing.T) {
	for _, s := range []string{
		"https://wick.example", "HTTP://WICK", "hxxps://drain", "claim at wick-drop.xyz", "wick.fun/airdrop?x=1",
		"go to claim.wick.io now", "www.wick", "t.me/wickdrop", "wick(dot)fun", "wick [.] fun", "wick dot com", "ｗｉｃｋ．ｆｕｎ",
		"claim at wick dot fun!", "visit wick dot com now", "mint at wick dot fun now", "詳しくはwww.mcwick-claim.jp", "wick dot com/now", "wick dot com 🚀", "www . wick", "(www.wick", "見て wick dot com ",
		"wick\u200b.fun", "wick.sol", "send to wick.eth!", "(wick.gg)", "ipfs://x",
		"0x52908400098527886E0F7030069857D2E4169EE7", "0xde709f2102306220921060314715629080e2fb77 now",
		"So11111111111111111111111111111111111111112", "CA:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU.",
		"“7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU”",
		"claim at wick\uFE0F.fun", "wick.f\uFE0Fun", "wick\u034F.fun", "wick.\u3164fun",
		"wick\U000E0100.fun", "w\u180Bick.fun",
		"wick。fun", "wick｡fun", "claim.wick。io now", "ht\uFE0Ftps://drain",
		"0x5290840009\uFE0F8527886E0F7030069857D2E4169EE7", "0x5290840009\u034F8527886E0F7030069857D2E4169EE7",
		"7xKXtg2CW87d97\uFE0FTXJSDpbD5jBkheTqA83TZRuJosgAsU", "7xKXtg2CW87d97\u034FTXJSDpbD5jBkheTqA83TZRuJosgAsU",
		"7xKXtg2CW87d97\u200BTXJSDpbD5jBkheTqA83TZRuJosgAsU",
	} {
		if !HasLink(s) {
			t.Errorf("%q is not found", s)
		}
	}
}

// Verifies MOD-19.
func TestHarmlessTextsHaveNoLinks(t *testing.T) {
	for _, s := range []string{
		"", "gm broh.", "To the moon.The candle burns", "up 3.5x today", "e.g. this one", "a.m. or p.m.", "v1.2.3", "1.5 sol",
		"no.1 candle", "U.S.A. and U.K.", "he said: to me.", "like this.And that", "come.on", "wait...what", "St. Co", "$WICK 0x",
		"0x1234", "HODLHODLHODLHODLHODLHODLHODLHODLHODL", strings.Repeat("a", 44), strings.Repeat("ha", 20), "12345678901234567890123456789012345",
		"終わり。また明日", "上がる。To the moon", "gm ☀️. ❤️fun", "naïve. café fun",
		"a candle in a polka dot space suit", "survived the dot com bubble", "やばいwww...", "やばいwww。それな",
		"a dot com bubble", "3.io", "the 24/7 // wick", "red/green candles", "Mr. Pro", "Dr.Me", "it is me.", "we go.To",
	} {
		if HasLink(s) {
			t.Errorf("%q has a link", s)
		}
	}
}

// Verifies MOD-19.
func TestTextsWithLinksAreRefused(t *testing.T) {
	c := newChecker(t, nil)
	err := c.Check(t.Context(), Text{"caption", "gm"}, Text{"signature", "claim at wick.fun"}, Text{"action", "dancing"})
	f := fault.From(err)
	if f == nil || f.Reason != "TEXT_LINK" || len(f.Fields) != 1 || f.Fields[0].Name != "signature" {
		t.Errorf("%v", err)
	}
}

func TestLinksAreSearchedInLinearTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { HasLink(rapid.String().Draw(t, "s")) })
	HasLink(strings.Repeat("a.", 100_000))
	HasLink(strings.Repeat("1aA", 100_000))
}
