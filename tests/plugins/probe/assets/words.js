export const words = (language) => ({ fr: 'Sonde', de: 'Sonde' })[language] ?? 'Probe';
