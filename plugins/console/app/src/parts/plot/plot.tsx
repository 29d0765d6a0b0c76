import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { preferences } from '../../data/preferences';
import { texts } from '../../i18n/texts';
import { Button } from '../controls';
import type { Drawing } from './draw';
import './plot.css';

const t = texts({
  en: { table: 'As table', plot: 'As plot' },
  fr: { table: 'En tableau', plot: 'En graphique' },
  de: { table: 'Als Tabelle', plot: 'Als Diagramm' },
});

export interface PlotProps extends Drawing {
  title: string;
  /** What the plot says, in a sentence or two. */
  summary: string;
  /** Head of the column of labels. */
  head: string;
  /** What a row of the table shows for its label, such as a link to what is behind it. */
  row?: (index: number) => ComponentChildren;
}

const Dark = '(prefers-color-scheme: dark)';

/** Lines over days or other labels, with a summary in words and all values as a table. */
export function Plot(props: PlotProps) {
  const [table, setTable] = useState(false);
  return (
    <figure class="plot">
      <figcaption>
        <h2>{props.title}</h2>
        <Button kind="quiet" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? t('plot') : t('table')}
        </Button>
        <p class="small">{props.summary}</p>
      </figcaption>
      {table ? <Values {...props} /> : <Canvas {...props} />}
    </figure>
  );
}

function Canvas(props: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const theme = preferences.value.theme;
  const [scheme, setScheme] = useState(0);
  useEffect(() => {
    const media = matchMedia(Dark);
    const changed = () => setScheme((n) => n + 1);
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, []);
  const content = JSON.stringify([props.labels, props.series]);
  useEffect(() => {
    let remove = () => {};
    let gone = false;
    void import('./draw').then(({ draw }) => {
      if (!gone && element.current) {
        remove = draw(element.current, props);
      }
    });
    return () => {
      gone = true;
      remove();
    };
  }, [content, theme, scheme]);
  return (
    <>
      <div class="plot-area" ref={element} aria-hidden="true" />
      <ul class="plot-legend">
        {props.series.map((one, index) => (
          <li key={one.name} class={`plot-series-${index + 1}`}>
            {one.name}
          </li>
        ))}
      </ul>
    </>
  );
}

function Values(props: PlotProps) {
  return (
    <div class="scroll plot-table" tabIndex={0} role="region" aria-label={props.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{props.head}</th>
            {props.series.map((one) => (
              <th key={one.name} scope="col" class="right">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.labels.map((label, index) => (
            <tr key={index}>
              <th scope="row">{props.row?.(index) ?? label}</th>
              {props.series.map((one) => (
                <td key={one.name} class="right">
                  {showValue(props, one.values[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function showValue(props: PlotProps, value: number | null | undefined): string {
  return value === null || value === undefined ? '' : props.show(value);
}
