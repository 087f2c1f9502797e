import { formulateQuery, removePrivateData } from "@placard/publisher-kit/query";
import { expect, test } from "vitest";

/** Behind the bar: what no label gives away and must not leave, then what must. */
const BESIDE_THE_WISH = `
Seat 23F on LH1184, I want compression socks|LH1184|compression socks
Theodora wants slippers size 38|Theodora|slippers size 38
perso L8V2KF61N, need a cardholder that's transparent|L8V2KF61N|cardholder
I study law at Uni Greifswald, need a laptop stand|Greifswald|laptop stand
i'm a line cook at the Copper Kettle in Whitby, knife roll|Whitby|knife roll
Nils is 43 and needs a beard trimmer|Nils|beard trimmer
my ex xander keeps the grill, so i need a gas grill|xander|gas grill
since my hysterectomy i need cotton underwear|hysterectomy|cotton underwear
i owe 18k on the card, so a budget laptop|18k|laptop
my rent is 1,240 and the deposit 3,720, mattress 140x200|3,720|mattress 140x200
67000 Strasbourg. coffee grinder manual|67000|coffee grinder
ship to 14b mulberry wynd, kirkcaldy. kettle|kirkcaldy|kettle
my name is Anna Kowalska, from Ystad 271 30, a kayak|Ystad|kayak
headset for my new job at Brightwater Analytics|Brightwater|headset
`;
/** Numbers, models, amounts and measures of things stand beside a wish, too. */
const DESCRIPTIONS = `
I have a Canon EOS R6, need a strap for it
my Dyson V8 broke, need a new battery
Ninja AF101, need a basket
I bought a Sony WH-1000XM4 last year, want ear pads
our printer is a Brother HL-L2350DW, need toner
my car is a Golf 7, need wiper blades
laptop, 16GB RAM, RTX 4070, 1TB SSD
tyres, 205/55 R16, Michelin
need bolts, M8x40, stainless
my budget is 1200, need a laptop
my kitchen is 240 cm wide, need a worktop
I'm 182 cm tall, need a bike
Hi, I'm after headphones. Bose or Sony, black
we are four people, need a tent, Coleman
need a drill, my dad uses Makita
i drive a VW Polo, need tyres
perfume please, her favourite is Chanel No 5
Logitech MX Master 3S, graphite, wireless mouse
`;
const linesOf = (text: string): string[] => text.trim().split("\n");

test.each(linesOf(BESIDE_THE_WISH))("keeps back what stands beside the wish: %s", (line) => {
  const [text = "", value = "", wish = ""] = line.split("|");
  for (const { q } of [formulateQuery(text), formulateQuery("in blue", [{ role: "user", text }])]) {
    expect(q).not.toContain(value);
  }
  for (const word of wish.split(" ")) expect(formulateQuery(text).q).toContain(word);
});

test.each(linesOf(DESCRIPTIONS))("takes nothing out of %s", (text) => {
  expect(removePrivateData(text)).toBe(text);
});

test("the names of things that an assistant tells of stay", () => {
  const previous = [
    { role: "user" as const, text: "roller skates for a beginner" },
    { role: "assistant" as const, text: "The Norvane Air is steadier, the Kiso 2000 is faster." },
  ];
  expect(formulateQuery("the Kiso 2000 please", previous).q).toContain("Kiso 2000");
});
