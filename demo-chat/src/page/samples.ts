export type Sample = { text: string; note: string };

/** One question for each way an advertiser can pay, and three that bring no advertising. */
export const SHOPPING: readonly Sample[] = [
  { text: "Which tent should I buy for two people?", note: "paid per view" },
  { text: "I need running shoes for wide feet", note: "paid per click" },
  { text: "Recommend a coffee maker for one person", note: "paid per place in the context" },
  { text: "Recommend noise cancelling headphones under $200", note: "paid per recommendation" },
  { text: "Help me choose a standing desk under $600", note: "paid per decision" },
  { text: "I want to buy a city bike for commuting", note: "paid per order" },
];

export const NOT_SHOPPING: readonly Sample[] = [
  { text: "Why is the sky blue?", note: "no cards" },
  { text: "Write a haiku about rain", note: "no cards" },
  { text: "I feel depressed since I lost my job", note: "never cards" },
];
