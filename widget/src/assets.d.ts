declare module "*.css?inline" {
  const css: string;
  // biome-ignore lint/style/noDefaultExport: Vite defines the shape of this module.
  export default css;
}
