import { detectIntent } from "@placard/publisher-kit/intent";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isSensitive,
  LASTING_DOUBT,
  SILENT,
  sensitivityOf,
} from "../../publisher-kit/src/language/intent/sensitive.ts";

test.each([
  "what's a decent rice cooker for a family of five",
  "What's a nice toy for a toddler?",
  "I'm looking for a pair of running shoes",
  "what's the best wall mirror under $300",
  "can you recommend a good backpack for hiking?",
  "where can i buy a waterfall faucet",
  "show me laptops for sale under $2,000",
  "gift ideas for my dad who likes fishing",
  "i need a new office chair that won't cost a fortune",
  "do you have any blue jackets in size M?",
  "please order me a bag of cat litter",
  "best noise cancelling headphones for travel",
  "what tent should I get for a camping trip?",
  "best laptop for programming in python",
  "which is better, kindle or ipad?",
  "help me choose a standing desk",
  "waterproof hiking boots",
  "What coffee maker should I get?",
  "my cat shreds the sofa, need a scratching post",
  "what saw do I need to cut laminate flooring",
  "my sister is a huge cat fan, any present ideas?",
  "we're skiing for the first time with our kids, which helmet?",
  "I want to buy warm winter boots, my name is Leopold Hathersage",
  "shoes",
  "what is the best kettle",
  "What are the best headphones for running?",
  "recommend a rug",
  "kids scooter for a 5 yr old",
  // As typed into a search box.
  "hamster cage, large",
  "baking tins for a 3 tier cake",
])("a shopper is seen: %s", (text) => {
  expect(detectIntent(text)).toMatchObject({ shopping: true, sensitive: false });
});

test.each([
  "write a short poem about a garage storage rack",
  "translate 'chaise lounge couch' into spanish",
  "cover letter for a bank job",
  "my hamster cage is large",
  "What tattoo should I get?",
  "i want to return the rug i bought last week",
  "i bought a gray dresser yesterday and love it",
  "how do i clean a leather sofa",
  "who invented the bicycle",
  "where is my order",
  "in my react app the rug page throws undefined when addToCart is called",
  "find me a restaurant in boston for tonight",
  "what is the population of south africa",
  "thanks, that's all",
  "hello",
  "set an alarm for seven",
  "best practices for React hooks",
  "find me a flight to Paris under $500",
  "I need to get my chair repaired",
  "Is coffee good for you?",
  "I'm looking for a way to center a div",
  "mute speaker",
  "",
])("no shopper is made up: %s", (text) => {
  expect(detectIntent(text).shopping).toBe(false);
});

test.each([
  "i'm 11 years old and i want a king poster bed but my parents say no",
  "I want to buy pills to kill myself",
  "what supplements should I buy for my cancer",
  "my husband just died, I need a black dress",
  "can't pay my rent, what laptop can I buy",
  "where can I buy something for my depression",
  "i need a bag for the funeral",
  "my boyfriend abuses me, which door lock should I buy",
  "i'm 14, which phone should I get",
  "I'm in debt, which cheap laptop should I buy",
  "i am a muslim, what prayer mat should I buy",
])("a sensitive subject wins over an ask: %s", (text) => {
  const result = detectIntent(text);
  expect(result).toMatchObject({ shopping: false, sensitive: true, score: 0 });
});

test.each(["best hat for a rally against the republicans", "where can I buy a dildo"])(
  "where a subject may be sensitive, an ask that is no surer is not answered: %s",
  (text) => {
    expect(detectIntent(text).shopping).toBe(false);
    // A host's own detector and a model that asks for offers say nothing of how sure an ask is.
    expect(isSensitive(text, [])).toBe(true);
  },
);

const said = (text: string) => ({ role: "user" as const, text });
const calm = Array.from({ length: 3 }, () => said("what is the time"));

test.each([
  "my mother passed away",
  "i wish i was dead",
  "my husband hits me",
  "i had a miscarriage in may",
  "hi, i'm 12 years old",
])("offers stay away for the rest of the conversation after: %s", (grave) => {
  const later = [said(grave), ...calm, ...calm, ...calm];
  expect(detectIntent("I'm looking for a good tent", later).sensitive).toBe(true);
  expect(detectIntent("and a good pillow for camping", later).shopping).toBe(false);
});

test("a doubtful turn keeps offers away for three turns of the reader", () => {
  const ill = said("my knee hurts, the doctor wants a scan");
  const ask = "I'm looking for a good tent";
  expect(sensitivityOf(ill.text)).toBeLessThan(LASTING_DOUBT);
  expect(detectIntent(ask, [ill, ...calm.slice(1)]).sensitive).toBe(true);
  expect(detectIntent(ask, [ill, ...calm]).sensitive).toBe(false);
});

test("what the assistant says makes no turn sensitive", () => {
  const sad = { role: "assistant" as const, text: "I'm sorry that your mother died." };
  expect(detectIntent("I'm looking for a good tent", [sad]).sensitive).toBe(false);
});

test.each([
  "pregnancy pillow, the u shaped one",
  "what pregnancy pillow is the best",
  "coffee addict starter kit for a friend",
  "I'd kill for a good pizza stone",
  "CPR manikin for a course",
  "which blood pressure monitor should I buy",
  "my old kettle died, which one should I get",
  "suicide squad blu ray",
  "funeral for a friend vinyl",
  "i lost my keys, any key finder?",
  "how do I kill a process in linux",
  "first aid kit for the car",
])("a word alone blocks nothing: %s", (text) => {
  expect(detectIntent(text).sensitive).toBe(false);
});

test("no product lifts the silence of the gravest situations", () => {
  for (const grave of ["my dad died", "i was raped", "i want to kill myself", "i'm 11 years old"]) {
    for (const ask of ["gaming laptop", "a warm coat under $80", "pregnancy pillow, washable"]) {
      expect(sensitivityOf(`${ask} please, ${grave}`), `${ask}, ${grave}`).toBe(SILENT);
    }
  }
});

test.each([
  "ich suche einen guten Rucksack für die Schule",
  "laptop kaufen günstig",
  "quel est le meilleur aspirateur pour la maison ?",
  "quiero comprar zapatos para correr",
  "onde posso comprar um fone de ouvido bom",
  "cerco un regalo per mia madre",
  "ik zoek een nieuwe laptop voor school",
  "koşu ayakkabısı almak istiyorum, best nike",
  "где купить хороший рюкзак nike",
  "أريد شراء حذاء رياضي",
  "אני מחפש תיק גב",
  "おすすめのリュックを教えてください",
  "推荐一个好用的背包",
  "मुझे जूते खरीदने हैं",
])("a turn in another language is never guessed at: %s", (text) => {
  expect(detectIntent(text)).toEqual({
    shopping: false,
    score: 0,
    sensitive: false,
    reasons: ["language"],
  });
});

test("a borrowed word does not make a turn foreign", () => {
  expect(detectIntent("I'm looking for a café table for my balcony").shopping).toBe(true);
  expect(detectIntent("where can I buy a crème brûlée torch and a pan").shopping).toBe(true);
});

test("what the assistant said makes nothing sensitive", () => {
  const previous = [{ role: "assistant" as const, text: "Ask a doctor about your diagnosis." }];
  expect(detectIntent("I'm looking for a good tent", previous).shopping).toBe(true);
});

test("a follow-up in a shopping talk needs less of its own", () => {
  const previous = [{ role: "user" as const, text: "I'm looking for a winter jacket" }];
  expect(detectIntent("what about in blue?").shopping).toBe(false);
  expect(detectIntent("what about in blue?", previous).shopping).toBe(true);
});

test.each([
  ["show me some in brown", true],
  ["anything cheaper?", true],
  ["which of these would you recommend?", true],
  ["That sounds great! Can you suggest a similar one that's lighter?", true],
  ["under 80 dollars please", true],
  ["thanks, that's all", false],
  ["how do I wash them?", false],
  ["who founded that company?", false],
])("a follow-up after an ask is understood: %s", (text, shopping) => {
  const previous = [
    { role: "user" as const, text: "I'm looking for running shoes" },
    { role: "assistant" as const, text: "Here are three pairs. What is your budget?" },
  ];
  expect(detectIntent(text, previous).shopping).toBe(shopping);
});

test.each(["anything cheaper?", "which one do you recommend?", "something closer to the centre"])(
  "the same words in a talk about something else are no ask: %s",
  (text) => {
    const previous = [
      { role: "user" as const, text: "find me a hotel in Vienna" },
      { role: "assistant" as const, text: "I found two hotels." },
    ];
    expect(detectIntent(text, previous).shopping).toBe(false);
  },
);

test("asking again gives the same answer and leaves the talk as it was", () => {
  const previous = Object.freeze([
    Object.freeze({ role: "user" as const, text: "I'm looking for a winter jacket" }),
  ]);
  const first = detectIntent("what about in blue?", previous);
  detectIntent("write a poem about a jacket");
  expect(detectIntent("what about in blue?", previous)).toEqual(first);
});

test("the reasons are codes and never the reader's words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const { reasons, score } = detectIntent(text);
      for (const reason of reasons) expect(reason).toMatch(/^[a-z_:]{2,40}$/);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }),
  );
});
