import {
  type CitationMarks,
  citationMarks,
  citationSlug,
  citationTag,
  NONCE_BYTES,
  slugOfTag,
} from "../../contract/citation.ts";
import type { Signer } from "../../core/signing.ts";

const PURPOSE = "citation";

export interface OfferedCitation {
  readonly tag: string;
  readonly label: string;
  readonly marks: CitationMarks;
}

/**
 * What an answer cites this delivery by. Its nonce is a code over delivery, slug and label, so
 * nothing is stored, and a sponsor renamed or a label changed later breaks no open delivery.
 */
export function citationOf(
  delivery: { readonly uuid: string; readonly sponsor: string; readonly label: string },
  signer: Signer,
): OfferedCitation {
  const { uuid, sponsor, label } = delivery;
  const slug = citationSlug(sponsor);
  const tag = citationTag(slug, signer.mac(PURPOSE, signedText(uuid, slug, label), NONCE_BYTES));
  return { tag, label, marks: citationMarks(tag) };
}

/** Whether tag and label are those that this delivery was handed out with. */
export function isCitationOf(
  uuid: string,
  { tag, label }: { readonly tag: string; readonly label: string },
  signer: Signer,
): boolean {
  const slug = slugOfTag(tag);
  const codes = signer.macs(PURPOSE, signedText(uuid, slug, label), NONCE_BYTES);
  return codes.some((code) => citationTag(slug, code) === tag);
}

/** A slug has no bar, so the label may have any number of them. */
function signedText(uuid: string, slug: string, label: string): string {
  return `${uuid}|${slug}|${label}`;
}
