import { isPlatformWallet } from "../../domain/platform/index.ts";
import type { ToolContext } from "../tool.ts";

/** A booking and who makes it; the platform's wallet counts only where a brand is named. */
export async function bookingOf<Input extends { readonly brandId?: string | undefined }>(
  { agentId, db }: ToolContext,
  input: Input,
) {
  const isForBrand = input.brandId !== undefined;
  return { ...input, isPlatformWallet: isForBrand && (await isPlatformWallet(db, agentId)) };
}
