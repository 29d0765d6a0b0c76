import { holds } from '../data/company';
import { Mounted } from '../sdk/mounted';
import type { SlotName } from '../sdk/slots';
import { manifest } from '../shell/manifest';

/**
 * Where panels of plugins are shown on a page: `<Slot name="sale.side" record={sale} />`. Nothing when no enabled
 * plugin has one that the person may see.
 */
export function Slot({ name, record }: { name: SlotName; record?: unknown }) {
  const panels = manifest.value.plugins.flatMap((plugin) =>
    (plugin.panels ?? []).filter((one) => one.slot === name && (!one.scope || holds(one.scope))).map((one) => ({ plugin, panel: one })),
  );
  return (
    <>
      {panels.map(({ plugin, panel }) => (
        <Mounted key={`${plugin.id}.${panel.id}`} plugin={plugin.name} address={panel.module} record={record} />
      ))}
    </>
  );
}
