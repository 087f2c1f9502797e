/** Words for goods in general. */
export const THINGS = `product products item items brand brands model models option options article
supplies equipment gear stuff accessories merchandise collection selection designs`;

/** Words for things to read. */
export const BOOKS = `
book books novel novels textbook textbooks cookbook cookbooks ebook ebooks magazine magazines comic
comics thriller thrillers memoir biography hardcover paperback
`;
