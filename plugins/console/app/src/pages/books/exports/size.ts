/** A number of bytes for people, such as 1.4 MB. */
export function sizeText(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(language, { style: 'unit', unit: units[unit], unitDisplay: 'short', maximumFractionDigits: unit === 0 ? 0 : 1 }).format(value);
}

/** The part of the company settings that an export needs: `accounting.datev.consultant` of `field-required:…`. */
export function neededSetting(code: string, detail: string): string | null {
  return code === 'field-required' && detail.startsWith('accounting.') ? detail : null;
}
