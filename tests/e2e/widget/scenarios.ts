/**
 * What may happen to a box of offers while a page is read, as scripts that run in the page: `box`
 * is the element, `card` one good card, `painted` waits until the browser has drawn what was done
 * so far, and `press` presses like a reader. Each step that changes the box is drawn before the
 * next: a browser tells of moves between what it drew, and of nothing that came and went meanwhile.
 * The order matters: each finds the box as the last left it.
 */
export const SCENARIOS: Readonly<Record<string, string>> = {
  "the first fill": 'await box.turn("boots");',
  "a second fill": 'await box.turn("socks");',
  "a no-fill": 'await box.turn("no-fill");',
  "a server that fails": 'await box.turn("server error");',
  "a token that is refused": 'await box.turn("refused");',
  "an answer that is no JSON": 'await box.turn("not json");',
  "a late answer": 'await box.turn("late");',
  "an answer after the deadline": 'await box.turn("too late");',
  "long titles": 'await box.turn("long");',
  "pictures that do not load":
    'await box.turn("broken"); while (box.shadowRoot.querySelector("img")) ' +
    "await new Promise(requestAnimationFrame);",
  "two turns at once": 'await Promise.all([box.turn("late"), box.turn("boots")]);',
  "an empty turn": 'await box.turn("");',
  "a turn that is no text": "await box.turn({ odd: true });",
  "one card of the host": "box.show([card]);",
  "a dozen cards":
    "box.show(Array.from({ length: 12 }, (_, n) => ({ ...card, cardToken: String(n) })));",
  "cards that the answer cites":
    "box.show([card, { ...card, cardToken: 'b', title: 'Socks', disclosure: 'Sponsored · ' + " +
    "'W'.repeat(40) }], { turnId: card.cardToken + ' b' }); await painted(); " +
    "while (!box.shadowRoot.querySelector('[part~=cited]:last-child')) " +
    "await new Promise(requestAnimationFrame);",
  "no cards": "box.show([]);",
  "something that is no list": "box.show({ odd: true });",
  "a hidden card":
    "box.show([card, { ...card, cardToken: 'b', title: 'Socks' }]); await painted(); " +
    "await press('[popovertarget]'); await painted(); await press('[part=hide]');",
  "the last card hidden":
    "await press('[popovertarget]'); await painted(); await press('[part=hide]');",
  "an open menu":
    "box.show([{ ...card, title: 'Hat' }]); await painted(); await press('[popovertarget]');",
  "the reason of an ad": "await press('[part=why]');",
  "a menu closed": "box.shadowRoot.querySelector('[popover]').hidePopover();",
  "another theme": 'box.setAttribute("theme", "dark");',
  "another language": 'box.setAttribute("lang", "de");',
  "another direction":
    'box.clear(); await painted(); box.setAttribute("dir", "rtl"); await painted(); ' +
    'await box.turn("boots");',
  "words of the host": 'box.update({ messages: { region: "Partner offers" } });',
  "a lost session": 'box.update({ endpoint: "/lost" }); await box.turn("boots");',
  "an odd session": 'box.update({ endpoint: "/odd" }); await box.turn("boots");',
  "a host whose callback fails":
    'box.update({ endpoint: "/offers", consent() { throw new Error("no"); } }); ' +
    'await box.turn("boots");',
  "everything cleared": "box.clear();",
};
