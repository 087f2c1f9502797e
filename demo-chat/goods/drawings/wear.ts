import { INK, PAPER, type Paint } from "./paint.ts";
import { circle, line, mirrored, moved, rect, shape, times, turned } from "./svg.ts";

const LACE = "#f4f1ea";

/** Shoes and clothes. */
export const WEAR = {
  runningshoe: (p: Paint) =>
    shape("M36 372q-6-50 10-80l70 6 250 20q76 6 82 54z", PAPER) +
    shape("M40 378h408q4 22-24 22H64q-22 0-24-22z", p.accent) +
    shape("M52 340c-12-60-4-122 14-150q40 44 92 20l40-34q70 92 150 112 84 20 92 54z", p.base) +
    shape("M52 340c-10-48-6-92 2-124 40 24 46 84 34 124z", p.dark) +
    shape("M346 286q90 18 94 56H330q-8-36 16-56z", p.dark) +
    shape(
      p.choose(2) === 0
        ? "M110 330q70-10 120-90l24 18q-36 76-84 80z"
        : "M128 340l70-110 22 16-58 94zM186 340l60-76 22 16-44 60z",
      p.pale,
    ) +
    line(
      times(4, (at) => `M${204 + at * 26} ${208 + at * 22}l30-16`),
      LACE,
      8,
    ) +
    p.mark(392, 324, 10),
  boot: (p: Paint) =>
    shape("M92 366h318q26 0 26 34H84z", INK) +
    times(7, (at) => rect({ x: 96 + at * 48, y: 388, w: 24, h: 14 }, "#171a1f")) +
    shape("M104 92h134l8 132q30 44 96 54 84 14 84 90H100q-14-60 2-130z", p.base) +
    shape("M104 92h60q10 170-16 276h-48q-14-60 2-130z", p.dark) +
    shape("M336 278q90 12 90 90H320q-20-60 16-90z", p.deep) +
    rect({ x: 96, y: 76, w: 150, h: 36, r: 16 }, p.deep) +
    line(
      times(5, (at) => `M${190 + at * 9} ${140 + at * 30}l${46 + at * 6} -8`),
      "#e5c064",
      8,
    ) +
    p.mark(150, 310, 14),
  sneaker: (p: Paint) =>
    shape("M44 360h396q10 40-26 40H66q-26 0-22-40z", PAPER) +
    line("M48 378h388", p.accent, 4) +
    shape("M48 360c-8-70-4-120 8-160q50 20 96 0l34-10q60 84 140 104 100 10 112 66z", p.base) +
    shape("M330 294q98 12 108 66H316q-10-40 14-66z", PAPER) +
    shape("M50 360c-6-50-4-90 2-130 36 20 42 90 34 130z", p.dark) +
    line(
      times(4, (at) => `M${188 + at * 28} ${212 + at * 20}l34-14`),
      LACE,
      9,
    ) +
    (p.choose(2) === 0 ? circle(150, 300, 30, PAPER) : "") +
    (p.choose(2) === 0 ? circle(150, 300, 14, p.base) : p.mark(150, 300, 20)),
  sandal: (p: Paint) =>
    shape("M40 366q200 20 400-8 6 42-30 42H66q-26 0-26-34z", INK) +
    shape("M40 352q180-30 260-10 90 12 140 6 4 24-14 26-200 16-380 6-10-10-6-28z", "#8d7a63") +
    line("M92 352q-6-90 60-150", p.base, 34) +
    line("M140 212q70 20 60 138", p.dark, 28) +
    line("M300 350q30-90 90-8", p.base, 38) +
    line("M150 206q90 20 190 96", p.base, 24) +
    rect({ x: 224, y: 226, w: 40, h: 30, r: 6 }, INK) +
    p.mark(340, 320, 8),
  jacket: (p: Paint) =>
    mirrored(shape("M176 110L92 150 46 340l62 18 44-120z", p.dark)) +
    shape("M176 110h128l44 28 6 262H126l6-262z", p.base) +
    shape("M240 130h64l44 8 6 262H240z", p.dark) +
    shape("M180 116q-12-70 60-76 72 6 60 76-30 34-60 34t-60-34z", p.light) +
    shape("M200 112q-4-44 40-48 44 4 40 48-20 22-40 22t-40-22z", p.deep) +
    line("M240 140v258", p.pale, 5) +
    mirrored(line("M150 300l46 30", p.deep, 7)) +
    p.mark(188, 200, 13),
  tshirt: (p: Paint) =>
    shape(
      "M170 88L76 134 40 232l70 28 24-40v180h212V220l24 40 70-28-36-98-94-46q-70 60-140 0z",
      p.base,
    ) +
    line("M170 88q70 64 140 0", p.dark, 12) +
    line("M134 220v180M346 220v180", p.dark, 3) +
    (p.choose(3) === 0
      ? times(3, (at) => rect({ x: 134, y: 230 + at * 44, w: 212, h: 20 }, p.pale))
      : p.mark(240, 230, p.choose(3) === 1 ? 40 : 14)),
  hoodie: (p: Paint) =>
    mirrored(
      shape("M168 128L96 156 62 372l62 10 26-150z", p.dark) +
        rect({ x: 60, y: 366, w: 66, h: 28, r: 8 }, p.deep),
    ) +
    shape("M160 120h160l20 50-6 230H146l-6-230z", p.base) +
    rect({ x: 144, y: 380, w: 192, h: 22, r: 6 }, p.deep) +
    shape("M158 132q-10-92 82-96 92 4 82 96-40 40-82 40t-82-40z", p.light) +
    shape("M188 126q-4-54 52-58 56 4 52 58-26 26-52 26t-52-26z", p.deep) +
    shape("M184 290h112l22 74H162z", p.dark) +
    line("M222 150v70M258 150v70", LACE, 6) +
    p.mark(240, 252, 15),
  beanie: (p: Paint) =>
    (p.choose(2) === 0
      ? circle(240, 88, 44, p.pale) +
        times(8, (at) => turned(at * 45, [240, 88], line("M240 88v-48", p.light, 8)))
      : "") +
    shape("M96 320q-6-214 144-214t144 214z", p.base) +
    line(
      times(7, (at) => `M${132 + at * 36} 310q${(3 - at) * 6}-120 ${(3 - at) * 30}-190`),
      p.dark,
      5,
    ) +
    rect({ x: 80, y: 296, w: 320, h: 92, r: 30 }, p.light) +
    line(
      times(15, (at) => `M${102 + at * 20} 308v68`),
      p.base,
      5,
    ) +
    rect({ x: 214, y: 328, w: 52, h: 34, r: 4 }, p.deep) +
    p.mark(240, 344, 8),
  socks: (p: Paint) => {
    const sock =
      shape("M120 60h96v210q4 30 60 60 54 30 34 58-20 20-70 6-120-30-122-80z", p.base) +
      rect({ x: 114, y: 50, w: 108, h: 46, r: 10 }, p.dark) +
      times(2, (at) => rect({ x: 119, y: 122 + at * 34, w: 98, h: 16 }, p.accent)) +
      shape("M118 290q40-20 98-18 2 16 14 24-50 50-94 40-16-16-18-46z", p.pale) +
      shape("M284 334q46 30 26 54-18 18-56 8 0-40 30-62z", p.pale);
    return moved(96, -6, sock) + moved(-20, 8, sock);
  },
};
