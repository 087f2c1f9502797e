export function isInstalled(folder: string, withDev: boolean): boolean;
export function installPackages(folder: string, withDev: boolean): void;
