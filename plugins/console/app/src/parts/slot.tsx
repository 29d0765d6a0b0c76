import { holds } from '../data/company';
import { Mounted } from '../sdk/mounted';
import type { SlotName } from '../sdk/slots';
import { manifest, pluginName } from '../shell/manifest';

/**
 * Where panels of plugins are shown on a page: `<Slot name="sale.side" record={sale} />`. Nothing when no enabled
 * plugin has one that the person may see.
 */
export function Slot({ name, record }: { name: SlotName; record?: unknown }) {
  const panels = manifest.value.panels.filter((one) => one.slot === name && (!one.scope || holds(one.scope)));
  return (
    <>
      {panels.map((panel) => (
        <Mounted key={`${panel.plugin}.${panel.id}`} plugin={pluginName(panel.plugin)} address={panel.module} record={record} />
      ))}
    </>
  );
}
