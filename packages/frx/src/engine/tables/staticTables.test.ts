import { describe, expect, it } from 'vitest';
import { band, objectsOf, placesOf, print, textObject, textsOf } from '../../testing/testReport.ts';

const cell = (name: string, text: string, attributes = ''): string =>
  `<TableCell Name="${name}" Text="${text}" Font="Arial, 8pt" ${attributes}/>`;
const inTable = (columns: string, rows: string, page = ''): string =>
  `<DataBand Name="D" Width="302.4" Height="40" RowCount="2" ${page}><TableObject Name="T" Width="100" Height="40">${columns}${rows}</TableObject></DataBand>`;

it('reserves no space for the text of a cell that another one spans', async () => {
  const { pages } = await print({
    bands: inTable(
      '<TableColumn Name="C1" Width="100"/><TableColumn Name="C2" Width="50" AutoSize="true"/>',
      `<TableRow Name="R1" Height="20">${cell('A', 'a')}${cell('B', '')}</TableRow>
      <TableRow Name="R2" Height="20" AutoSize="true">${cell('S', 's', 'ColSpan="2"')}${cell('H', 'a long text in a cell that another one spans')}</TableRow>`,
    ),
  });
  expect(placesOf(pages[0], 'B')[0]).toBe('100,0,0,20');
  expect(placesOf(pages[0], 'H')).toEqual([]);
});

it('shrinks a text to the current width of its column, which is limited from the second printing on', async () => {
  const { pages } = await print({
    bands: inTable(
      '<TableColumn Name="C1" Width="100" MaxWidth="40"/>',
      `<TableRow Name="R1" Height="20">${cell('A', 'Chain hoist', 'AutoShrink="FontSize" AutoShrinkMinSize="4" WordWrap="false"')}</TableRow>`,
    ),
  });
  const sizes = objectsOf(pages[0]).flatMap(({ name, text }) => (name === 'A' ? [text!.style.font.size] : []));
  expect(sizes[0]).toBe(8);
  expect(sizes[1]).toBeLessThan(8);
});

it('wraps a vertical text at the height of its rows when the columns are measured, MinHeight from the second printing on', async () => {
  const { pages } = await print({
    bands: inTable(
      '<TableColumn Name="C1" Width="50" AutoSize="true"/>',
      `<TableRow Name="R1" Height="20" MinHeight="60">${cell('A', 'one two three', 'Angle="90"')}</TableRow>`,
    ),
  });
  const [first, second] = objectsOf(pages[0]).flatMap(({ name, width }) => (name === 'A' ? [width] : []));
  expect(second).toBeLessThan(first!);
});

describe('a table of a broken band', () => {
  /** A table below a title that leaves 66.8 px on the first page. */
  const broken = (columns: string, rows: string, height = 120): string =>
    `${band('ReportTitleBand', 'Title', 'title', '', 160)}<DataBand Name="D" Width="302.4" Height="${String(height)}" RowCount="1" CanBreak="true" CanGrow="true"><TableObject Name="T" Width="100" Height="${String(height)}">${columns}${rows}</TableObject></DataBand>`;
  const row = (name: string, cells: string): string => `<TableRow Name="${name}" Height="40">${cells}</TableRow>`;

  it('has columns with AutoSize as wide as the texts of each part', async () => {
    const { pages } = await print({
      bands: broken(
        '<TableColumn Name="C1" Width="50" AutoSize="true"/>',
        row('R1', cell('A', 'a long text in the first part')) + row('R2', cell('B', 'b')) + row('R3', cell('C', 'c')),
      ),
    });
    const [upper, lower] = pages.map((page) => objectsOf(page).find(({ type }) => type === 'TableCell')!.width);
    expect(lower).toBeLessThan(upper! / 2);
  });

  it('cuts the text of a span at the height of the rows that it has above the cut', async () => {
    const words = 'one two three four five six seven eight nine ten';
    const { pages } = await print({
      bands: broken(
        '<TableColumn Name="C1" Width="50"/><TableColumn Name="C2" Width="50"/>',
        `<TableRow Name="R0" Height="40">${cell('H', 'head')}${cell('I', '')}</TableRow>
        <TableRow Name="R1" Height="20">${cell('A', words, 'RowSpan="3"')}${cell('B', '')}</TableRow>` +
          row('R2', cell('X', '') + cell('C', '')) +
          row('R3', cell('Y', '') + cell('E', '')),
      ),
    });
    expect(pages.map((page) => textsOf(page, 'A')[0])).toEqual([
      'one ',
      'two three four five six seven eight nine ten',
    ]);
  });

  it('prints no hidden row in any of its parts', async () => {
    const hidden = (name: string): string =>
      `<TableRow Name="R${name}" Height="40" Visible="false">${cell(name, 'hidden')}</TableRow>`;
    const { pages } = await print({
      bands: broken(
        '<TableColumn Name="C1" Width="50"/>',
        row('R1', cell('A', 'a')) + hidden('G') + row('R2', cell('B', 'b')) + hidden('H') + row('R3', cell('C', 'c')),
        200,
      ),
    });
    const shown = pages.map((page) =>
      objectsOf(page).flatMap(({ type, name }) => (type === 'TableCell' ? [name] : [])),
    );
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.flat()).toEqual(['A', 'B', 'C']);
  });

  it('excludes hidden columns from the width of its parts from the second printing on', async () => {
    const { pages } = await print({
      bands: broken(
        '<TableColumn Name="C1" Width="60" Visible="false"/><TableColumn Name="C2" Width="50"/>',
        row('R1', cell('A', 'a') + cell('B', 'b')) + row('R2', cell('C', 'c') + cell('E', 'e')),
        80,
      )
        .replace('Height="160"', 'Height="100"')
        .replace('RowCount="1"', 'RowCount="2"'),
    });
    const widths = pages.flatMap((page) => objectsOf(page).flatMap(({ name, width }) => (name === 'T' ? [width] : [])));
    expect(widths).toEqual([110, 110, 50]);
  });
});

describe('spans beyond the last row', () => {
  it('enlarge no row as long as rows stay missing', async () => {
    const high = 'a text of many words that needs several lines in a narrow cell';
    const heightOfRow = async (span: number): Promise<number> => {
      const { pages } = await print({
        bands: inTable(
          '<TableColumn Name="C1" Width="40"/><TableColumn Name="C2" Width="40"/>',
          `<TableRow Name="R1" Height="20">${cell('A', 'a')}${cell('B', 'b')}</TableRow>
          <TableRow Name="R2" Height="20" AutoSize="true">${cell('S', high, `RowSpan="${String(span)}"`)}${cell('E', 'e')}</TableRow>`,
        ),
      });
      return objectsOf(pages[0]).find(({ name }) => name === 'S')!.height;
    };
    expect(await heightOfRow(2)).toBeGreaterThan(40);
    expect(await heightOfRow(4)).toBeLessThan(20);
  });
});

describe('objects in a cell', () => {
  it('occupy space although they are hidden', async () => {
    const { pages } = await print({
      bands: inTable(
        '<TableColumn Name="C1" Width="100"/>',
        `<TableRow Name="R1" Height="20" AutoSize="true"><TableCell Name="A" Font="Arial, 8pt">${textObject('Hidden', 'h', 'Top="20" Width="50" Height="15" Visible="false"')}</TableCell></TableRow>`,
      ),
    });
    expect(placesOf(pages[0], 'A')[0]).toBe('0,0,100,35');
  });
});

it('moves an object that is anchored to the right of a cell by the whole width when the cell is measured for the first time', async () => {
  const { pages } = await print({
    bands: inTable(
      '<TableColumn Name="C1" Width="60"/>',
      `<TableRow Name="R1" Height="20" AutoSize="true"><TableCell Name="A" Text="a"><LineObject Name="L" Left="2" Top="2" Width="10" Height="0" Anchor="Top, Right"/></TableCell></TableRow>`,
    ),
  });
  expect(placesOf(pages[0], 'L').map((place) => place.split(',')[0])).toEqual(['62', '2']);
});

it('moves an object that is anchored to the right with its column, and again when its row is measured', async () => {
  const lefts = async (row: string): Promise<(string | undefined)[]> => {
    const { pages } = await print({
      bands: inTable(
        '<TableColumn Name="C1" Width="60" AutoSize="true"/>',
        `<TableRow Name="R1" Height="20" ${row}><TableCell Name="A"><LineObject Name="L" Left="2" Top="2" Width="10" Height="0" Anchor="Top, Right"/></TableCell></TableRow>`,
      ),
    });
    return placesOf(pages[0], 'L').map((place) => place.split(',')[0]);
  };
  // The column shrinks by 60 px. The first measuring counts from no width at all.
  expect(await lefts('')).toEqual(['-58', '-58']);
  expect(await lefts('AutoSize="true"')).toEqual(['-58', '-118']);
});

it('moves an object that is anchored to the bottom of a cell each time its row grows, which makes the row grow again on the next page', async () => {
  const { pages } = await print({
    bands: `${band('ReportTitleBand', 'Title', 'title', '', 160)}<DataBand Name="D" Width="302.4" Height="20" RowCount="1" CanBreak="true" CanGrow="true"><TableObject Name="T" Width="60" Height="20"><TableColumn Name="C1" Width="60"/><TableRow Name="R1" Height="20" AutoSize="true"><TableCell Name="A"><ShapeObject Name="O" Top="2" Width="10" Height="70" Anchor="Bottom, Left"/></TableCell></TableRow></TableObject></DataBand>`,
  });
  expect(placesOf(pages[1], 'A')).toEqual(['0,0.01,60,124']);
  expect(placesOf(pages[1], 'O')).toEqual(['0,106.01,10,70']);
});

describe('an object docked in a cell of a row with AutoSize', () => {
  const docked = async (dock: string, attributes = 'CanGrow="true"'): Promise<string[]> => {
    const { pages } = await print({
      bands: inTable(
        '<TableColumn Name="C1" Width="60"/>',
        `<TableRow Name="R1" Height="20" AutoSize="true"><TableCell Name="A"><TextObject Name="O" Width="40" Height="10" Text="one two three four five six" Font="Arial, 8pt" Dock="${dock}" ${attributes}/></TableCell></TableRow>`,
      ),
    });
    return placesOf(pages[0], 'O');
  };
  const heights = (places: readonly string[]): number[] => places.map((place) => Number(place.split(',')[3]));

  it('has the height of the row when it is docked left or right, regardless of its own growth', async () => {
    for (const dock of ['Fill', 'Left', 'Right']) expect(heights(await docked(dock))).toEqual([20, 20]);
  });

  it('is measured at twice the width of its columns the first time, and printed at their width', async () => {
    const places = await docked('Top');
    const [first, second] = heights(places);
    expect(places.map((place) => place.split(',')[2])).toEqual(['60', '60']);
    expect(first).toBeGreaterThan(20);
    expect(second).toBeGreaterThan(first! + 10);
  });

  it('fills the width of its columns if it cannot grow', async () => {
    expect(await docked('Fill', '')).toEqual(['0,0,60,20', '0,40,60,20']);
  });
});

describe('an object in a cell whose column has limits of width', () => {
  const lefts = async (row: string, attributes: string): Promise<string[]> => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Width="302.4" Height="40" RowCount="3"><TableObject Name="T" Width="60" Height="20"><TableColumn Name="C1" Width="60" MaxWidth="30"/><TableRow Name="R1" Height="20" ${row}><TableCell Name="A"><LineObject Name="L" Left="2" Top="2" Width="10" Height="0" ${attributes}/></TableCell></TableRow></TableObject></DataBand>`,
    });
    return placesOf(pages[0], 'L').map((place) =>
      place
        .split(',')
        .filter((_, i) => i % 2 === 0)
        .join(' '),
    );
  };

  it('keeps the position given by its anchor, and is docked from the second printing on', async () => {
    expect(await lefts('', 'Anchor="Top, Right"')).toEqual(['2 10', '2 10', '2 10']);
    expect(await lefts('', 'Dock="Fill"')).toEqual(['2 10', '0 30', '0 30']);
  });

  it('follows the width at which its row was measured in the previous printing', async () => {
    expect(await lefts('AutoSize="true"', 'Anchor="Top, Right"')).toEqual(['62 10', '-28 10', '2 10']);
  });
});

it('measures a row in the second pass with its VisibleExpression evaluated before the first row', async () => {
  const heights = async (expression: string, report: string): Promise<string[]> => {
    const { pages } = await print({
      report,
      bands: `<DataBand Name="D" Width="302.4" Height="40" RowCount="2"><TableObject Name="T" Width="60" Height="40"><TableColumn Name="C1" Width="60"/><TableRow Name="R1" Height="20" VisibleExpression="${expression}">${cell('A', 'a')}</TableRow><TableRow Name="R2" Height="20">${cell('B', 'b')}</TableRow></TableObject></DataBand>`,
    });
    return placesOf(pages[0], 'T').map((place) => place.split(',')[3]!);
  };
  expect(await heights('[Row#] == 1', '')).toEqual(['40', '40']);
  expect(await heights('[Row#] == 1', 'DoublePass="true"')).toEqual(['20', '20']);
  expect(await heights('[Row#] != 1', 'DoublePass="true"')).toEqual(['40', '40']);
});

it('measures a table of a header again with the lines that VisibleExpression let print on the first page, others with all of them', async () => {
  const table = `<TableObject Name="T" Width="60" Height="40"><TableColumn Name="C1" Width="60"/><TableRow Name="R1" Height="20" VisibleExpression="false">${cell('A', 'a')}</TableRow><TableRow Name="R2" Height="20">${cell('B', 'b')}</TableRow></TableObject>`;
  const heights = async (type: string): Promise<string[]> => {
    const { pages } = await print({
      bands: `<${type} Name="H" Width="302.4" Height="40" CanGrow="true" CanShrink="true">${table}</${type}><DataBand Name="D" Width="302.4" Height="150" RowCount="3"/>`,
    });
    return pages.flatMap((page) => placesOf(page, 'T').map((place) => place.split(',')[3]!));
  };
  expect(await heights('PageHeaderBand')).toEqual(['40', '20', '20']);
  expect(await heights('ColumnHeaderBand')).toEqual(['40', '20', '20']);
  expect(await heights('PageFooterBand')).toEqual(['40', '40', '40']);
});

describe('the lines of a table that is already printed', () => {
  const table = `<TableObject Name="T" Width="60" Height="40"><TableColumn Name="C1" Width="60"/><TableRow Name="R1" Height="20" VisibleExpression="[Row#] % 2 == 1">${cell('A', 'a')}</TableRow><TableRow Name="R2" Height="20">${cell('B', 'b')}</TableRow></TableObject>`;
  /** Heights of a table on each page, for which the row number is 0 until its rows are printed. */
  const heights = async (attributes: string, content = '', header = ''): Promise<string[]> => {
    const { pages } = await print({
      bands: `<PageHeaderBand Name="H" Width="302.4" Height="40"${header}>${table}</PageHeaderBand><DataBand Name="D" Width="302.4" Height="150" RowCount="3" CanGrow="true"${attributes}>${content}</DataBand>`,
    });
    return pages.flatMap((page) => placesOf(page, 'T').map((place) => place.split(',')[3]!));
  };

  it('are decided again when an expression of a data band is calculated for the first time, unless another object has it', async () => {
    expect(await heights('')).toEqual(['40', '20', '20']);
    expect(await heights(' OutlineExpression="1 + [Row#]"')).toEqual(['40', '40', '40']);
    expect(await heights(' VisibleExpression="[Row#] &lt; 9"')).toEqual(['40', '40', '40']);
    expect(await heights(' Bookmark="1 + [Row#]"', '', ' Bookmark="1 + [Row#]"')).toEqual(['40', '20', '20']);
  });

  it('are decided again whenever a text in cells is measured, also before its row moves to the next page', async () => {
    const cellular = (grows: string): string =>
      `<CellularTextObject Name="Cells" Width="100" Height="20" Text="ab"${grows}/>`;
    expect(await heights('', cellular(''))).toEqual(['40', '20', '20']);
    expect(await heights('', cellular(' CanGrow="true"'))).toEqual(['40', '20', '40']);
  });

  it('are decided again for the current row when a text in cells of the same band is measured', async () => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Width="302.4" Height="60" RowCount="3"><CellularTextObject Name="Cells" Width="100" Height="20" Text="ab" CanGrow="true"/>
        <TableObject Name="T" Top="40" Width="60" Height="20"><TableColumn Name="C1" Width="60"/>
        <TableRow Name="R1" Height="20" VisibleExpression="[Row#] == 2">${cell('A', 'a')}</TableRow></TableObject></DataBand>`,
    });
    expect(placesOf(pages[0], 'T').map((place) => place.split(',')[3])).toEqual(['20', '20', '0']);
  });
});

it('wraps a cell with AutoWidth in its first row only, and in none of a second pass', async () => {
  const heights = async (report: string): Promise<string[]> => {
    const { pages } = await print({
      report,
      bands: inTable(
        '<TableColumn Name="C1" Width="40"/>',
        `<TableRow Name="R1" Height="10" AutoSize="true">${cell('A', 'one two three', 'AutoWidth="true"')}</TableRow>`,
      ),
    });
    return placesOf(pages[0], 'A').map((place) => place.split(',')[3]!);
  };
  const [first, second] = await heights('');
  expect(Number(first)).toBeGreaterThan(Number(second));
  expect(await heights('DoublePass="true"')).toEqual([second, second]);
});

describe('the size of a table', () => {
  const size = async (table: string, container: string | undefined, script = ''): Promise<string> => {
    const inner = `<TableObject Name="T" ${table}><TableColumn Name="C1" Width="40"/><TableColumn Name="C2" Width="30"/><TableRow Name="R1" Height="15">${cell('A', 'a')}${cell('B', 'b')}</TableRow></TableObject>`;
    const { pages } = await print({
      script,
      bands: `<DataBand Name="D" Width="302.4" Height="60" RowCount="1">${container === undefined ? inner : `<ContainerObject Name="Box" Width="150" Height="50" ${container}>${inner}</ContainerObject>`}</DataBand>`,
    });
    return placesOf(pages[0], 'T')[0]!.split(',').slice(2).join(' x ');
  };

  it('is that of the template, not of its lines, in a container that neither grows nor shrinks', async () => {
    expect(await size('', '')).toBe('0 x 0');
    expect(await size('Width="90" Height="40"', '')).toBe('90 x 40');
    expect(await size('', 'CanGrow="true"')).toBe('70 x 15');
    expect(await size('Width="90" Height="40"', undefined)).toBe('70 x 15');
  });

  it('is that of its lines also with CanGrow and CanShrink switched off in the template, but not in BeforePrint', async () => {
    const off = 'CanGrow="false" CanShrink="false" Width="90" Height="40"';
    expect(await size(off, undefined)).toBe('70 x 15');
    expect(await size(off, '')).toBe('90 x 40');
    const script = 'void Keep(object sender, EventArgs e) { T.CanGrow = false; T.CanShrink = false; }';
    expect(await size(`${off} BeforePrintEvent="Keep"`, undefined, script)).toBe('90 x 40');
  });
});
