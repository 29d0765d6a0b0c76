import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface Series {
  name: string;
  values: readonly (number | null)[];
}

export interface Drawing {
  labels: readonly string[];
  series: readonly Series[];
  /** The text of a value at the axis. */
  show: (value: number) => string;
}

const Height = 220;
const Dashes = [[], [6, 4], [2, 3], [10, 3, 2, 3], [1, 4]];
const LabelWidth = 80;

function token(element: HTMLElement, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

function axes(element: HTMLElement, drawing: Drawing): uPlot.Axis[] {
  const stroke = token(element, '--text-2');
  const grid = { stroke: token(element, '--line'), width: 1 };
  return [
    {
      stroke,
      grid: { show: false },
      space: LabelWidth,
      incrs: [1, 2, 5, 7, 10, 14, 30, 60, 90],
      values: (_, marks) => marks.map((mark) => drawing.labels[mark] ?? ''),
    },
    { stroke, grid, size: LabelWidth + 10, values: (_, marks) => marks.map(drawing.show) },
  ];
}

/** Draws lines over the labels, in the colours of the tokens; answers how to remove the plot. */
export function draw(element: HTMLElement, drawing: Drawing): () => void {
  const series: uPlot.Series[] = drawing.series.map((one, index) => ({
    label: one.name,
    stroke: token(element, `--plot-${index + 1}`),
    width: 2,
    dash: Dashes[index] ?? [],
    points: { show: drawing.labels.length < 2 },
  }));
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: Height,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false } },
      axes: axes(element, drawing),
      series: [{}, ...series],
    },
    [drawing.labels.map((_, index) => index), ...drawing.series.map((one) => [...one.values])],
    element,
  );
  const resized = new ResizeObserver(() => {
    if (element.clientWidth > 0 && element.clientWidth !== plot.width) {
      plot.setSize({ width: element.clientWidth, height: Height });
    }
  });
  resized.observe(element);
  return () => {
    resized.disconnect();
    plot.destroy();
  };
}
