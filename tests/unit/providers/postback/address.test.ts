import { describe, expect, test } from "vitest";
import {
  checkPostbackUrl,
  isPublicAddress,
  parseAllowedHosts,
} from "../../../../server/src/providers/postback/address.ts";

const none = parseAllowedHosts(undefined);

/** Addresses somebody might try to reach our own network by, and why each is none to send to. */
const REFUSED: readonly [string, string][] = [
  ["http://hooks.example.com/", "plain http"],
  ["ftp://hooks.example.com/", "another protocol"],
  ["file:///etc/passwd", "a file"],
  ["javascript:alert(1)", "a script"],
  ["data:text/plain,hello", "data"],
  ["gopher://hooks.example.com/", "an old protocol"],
  ["hooks.example.com/path", "no protocol"],
  ["https://", "no host"],
  ["//hooks.example.com/", "relative"],
  ["", "nothing"],
  ["https://user@hooks.example.com/", "a user"],
  ["https://user:secret@hooks.example.com/", "a user and password"],
  ["https://hooks.example.com@127.0.0.1/", "a host that is only a user"],
  ["https://hooks.example.com:secret@[::1]/", "a host that is only a user of loopback"],
  ["https://hooks.example.com:22/", "another port"],
  ["https://hooks.example.com:80/", "the port of http"],
  ["https://hooks.example.com:8443/", "an alternative port"],
  ["https://hooks.example.com:25/", "the port of mail"],
  ["https://hooks.example.com:6379/", "the port of a cache"],
  ["https://hooks.example.com:0/", "port zero"],
  ["https://hooks.example.com/#fragment", "a fragment"],
  ["https://localhost/", "this machine by name"],
  ["https://localhost./", "this machine with a dot"],
  ["https://LOCALHOST/", "this machine in capitals"],
  ["https://a.localhost/", "below this machine's name"],
  ["https://printer.local/", "the local network's names"],
  ["https://vault.internal/", "an internal name"],
  ["https://metadata.google.internal/computeMetadata/v1/", "a cloud's metadata by name"],
  ["https://intranet/", "a bare name"],
  ["https://router.lan/", "a home network's name"],
  ["https://nas.home/", "another home network's name"],
  ["https://ldap.corp/", "a company's name"],
  ["https://router.home.arpa/", "the home network's official name"],
  ["https://1.0.0.127.in-addr.arpa/", "a reverse name"],
  ["https://abcdefghijklmnop.onion/", "a hidden service"],
  ["https://hooks.example.com./", "a trailing dot"],
  ["https://-hooks.example.com/", "a hyphen in front"],
  [`https://${"a".repeat(64)}.example.com/`, "a label that is too long"],
  ["https://127.0.0.1/", "loopback"],
  ["https://127.0.0.1./", "loopback with a dot"],
  ["https://127.1/", "loopback, shortened"],
  ["https://127.0.1/", "loopback, shortened less"],
  ["https://0x7f.1/", "loopback, hexadecimal and short"],
  ["https://0x7f000001/", "loopback as one hexadecimal number"],
  ["https://2130706433/", "loopback as one decimal number"],
  ["https://017700000001/", "loopback as one octal number"],
  ["https://0177.0.0.1/", "loopback, octal"],
  ["https://127.0.0.0x1/", "loopback, one part hexadecimal"],
  ["https://127.127.127.127/", "loopback further up"],
  ["https://①②⑦.⓪.⓪.①/", "loopback in circled digits"],
  ["https://１２７.０.０.１/", "loopback in wide digits"],
  ["https://127。0。0。1/", "loopback with ideographic dots"],
  ["https://127%2e0%2e0%2e1/", "loopback with escaped dots"],
  ["https://%31%32%37.0.0.1/", "loopback with escaped digits"],
  ["https://0.0.0.0/", "any address"],
  ["https://0/", "any address, shortened"],
  ["https://10.0.0.1/", "private, class A"],
  ["https://10.255.255.255/", "private, class A, its end"],
  ["https://172.16.0.1/", "private, class B"],
  ["https://172.31.255.255/", "private, class B, its end"],
  ["https://192.168.0.1/", "private, class C"],
  ["https://192.168.1.1/admin", "a router"],
  ["https://3232235777/", "a router as one number"],
  ["https://169.254.169.254/latest/meta-data/", "a cloud's metadata"],
  ["https://0xa9fea9fe/", "a cloud's metadata as one number"],
  ["https://169.254.0.1/", "link-local"],
  ["https://100.64.0.1/", "carrier-grade NAT"],
  ["https://100.100.100.200/", "another cloud's metadata"],
  ["https://192.0.0.1/", "protocol assignments"],
  ["https://192.0.2.1/", "documentation"],
  ["https://198.51.100.1/", "documentation, second"],
  ["https://203.0.113.1/", "documentation, third"],
  ["https://192.88.99.1/", "a 6to4 relay"],
  ["https://198.18.0.1/", "benchmarks"],
  ["https://198.19.255.255/", "benchmarks, their end"],
  ["https://192.31.196.1/", "AS112"],
  ["https://192.52.193.1/", "AMT"],
  ["https://192.175.48.1/", "AS112, direct"],
  ["https://224.0.0.1/", "multicast"],
  ["https://239.255.255.250/", "multicast, device search"],
  ["https://240.0.0.1/", "reserved"],
  ["https://255.255.255.255/", "broadcast"],
  ["https://134744072/", "a public address as one number"],
  ["https://010.8.8.8/", "a public address, octal"],
  ["https://8.8.2056/", "a public address, shortened"],
  ["https://[::1]/", "loopback, IPv6"],
  ["https://[::]/", "any address, IPv6"],
  ["https://[0:0:0:0:0:0:0:1]/", "loopback, IPv6, long"],
  ["https://[::ffff:127.0.0.1]/", "loopback, mapped"],
  ["https://[::ffff:7f00:1]/", "loopback, mapped, hexadecimal"],
  ["https://[::ffff:10.0.0.1]/", "private, mapped"],
  ["https://[::ffff:a9fe:a9fe]/", "metadata, mapped"],
  ["https://[::ffff:8.8.8.8]/", "a public address, mapped"],
  ["https://[::127.0.0.1]/", "loopback, compatible"],
  ["https://[::ffff:0:127.0.0.1]/", "loopback, translated"],
  ["https://[64:ff9b::7f00:1]/", "loopback through NAT64"],
  ["https://[64:ff9b:1::a00:1]/", "private through local NAT64"],
  ["https://[2002:7f00:1::]/", "loopback through 6to4"],
  ["https://[2002:a9fe:a9fe::]/", "metadata through 6to4"],
  ["https://[2001:0:7f00:1::]/", "Teredo"],
  ["https://[2001:10::1]/", "ORCHID"],
  ["https://[2001:20::1]/", "ORCHID, second"],
  ["https://[2001:db8::1]/", "documentation, IPv6"],
  ["https://[3fff::1]/", "documentation, IPv6, second"],
  ["https://[2620:4f:8000::1]/", "AS112, IPv6"],
  ["https://[fe80::1]/", "link-local, IPv6"],
  ["https://[fe80::1%25eth0]/", "link-local with a zone"],
  ["https://[fec0::1]/", "site-local, IPv6"],
  ["https://[fc00::1]/", "unique local"],
  ["https://[fd00:ec2::254]/", "metadata, IPv6"],
  ["https://[ff02::1]/", "multicast, IPv6"],
  ["https://[100::1]/", "discarded, IPv6"],
  ["https://[5f00::1]/", "segment routing"],
  ["https://[2606:4700:0:0::1111]/", "a public address, not in its usual form"],
];

const TAKEN = [
  "https://hooks.example.com/",
  "https://hooks.example.com/a/b?c=d",
  "https://HOOKS.example.com/",
  "https://hooks.example.com:443/",
  "https://xn--bcher-kva.example/",
  "https://bücher.example/",
  "https://8.8.8.8/hook",
  "https://[2606:4700::1111]/hook",
  "https://a-b.c_d.example.com/",
];

describe("an address of a postback", () => {
  test.each(REFUSED)("%s is refused: %s", (url) => {
    expect(() => checkPostbackUrl(url, none)).toThrow(
      expect.objectContaining({ code: "postback_url_rejected" }),
    );
  });

  test.each(TAKEN)("%s is taken", (url) => {
    expect(checkPostbackUrl(url, none).protocol).toBe("https:");
  });

  test("may be private, http and of any port on a host that the operator allowed", () => {
    const allowed = parseAllowedHosts(" 127.0.0.1, Receiver.test,[::1] ");
    for (const url of ["http://127.0.0.1:9/", "http://receiver.test:81/", "https://[::1]:8443/"]) {
      expect(checkPostbackUrl(url, allowed).href).toBe(url);
    }
    for (const url of ["http://127.0.0.2/", "http://x.receiver.test/", "http://u@127.0.0.1/"]) {
      expect(() => checkPostbackUrl(url, allowed)).toThrow();
    }
  });
});

describe("an address a name leads to", () => {
  test.each(["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::200e"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "100.64.0.1",
    "198.18.0.1",
    "::1",
    "::",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "fd00::1",
    "fe80::1%eth0",
    "2002:808:808::1",
    "2001:0:808:808::1",
    "not an address",
    "",
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
