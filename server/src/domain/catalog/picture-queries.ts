import type { Queryable } from "../../core/db.ts";
import { only } from "../../core/sql.ts";

/** A feed keeps its pictures in few places, and its first products show them. */
const PRODUCTS_OF_FEED = 200;
/** More would be a policy that hosts refuse to read. */
const ORIGINS_MAX = 60;
/** Letters that mean something in a policy, such as `;`, may stand in a host name. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/;

/**
 * Where the shops of the feeds keep their pictures, for a page that has to name beforehand what it
 * loads. A product whose picture lies elsewhere is shown with the widget's own drawing.
 *
 * **Shape** origins such as `https://pictures.example`, at most 60.
 */
export async function findPictureOrigins(db: Queryable): Promise<string[]> {
  const values = [PRODUCTS_OF_FEED, ORIGINS_MAX];
  // By feed, so that one large feed does not hide the others (`product_feed_idx`).
  const origins = await only.text.all(db, "catalog.find_picture_origins", values)`
    select distinct lower(substring(shown.image_url from '^https?://[^/?#]+')) as origin
    from feed
    cross join lateral (
      select image_url
      from product
      where feed_name = feed.name
        and retired_at is null
        and image_url is not null
      order by number
      limit $1
    ) shown
    order by origin
    limit $2`;
  return origins.filter((origin) => PLAIN_ORIGIN.test(origin));
}
