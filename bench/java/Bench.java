import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Times the readers on a file of JSON texts, one a line, as digitrun-bench times its own: text by text in turns, every
 * reader at another place of the data. Arguments: FILE f64|f32 SECONDS ROW... Prints one line a reader, fields between
 * tabs: name, row, version, rounds, least, median and 90% nanoseconds a number, hash of the bits of all values.
 */
final class Bench {
    private static final int ROUNDS_LEAST = 5;
    private static final int ROUNDS_MOST = 200;

    private final byte[] data;
    private final List<int[]> texts = new ArrayList<>(); // offset, length
    private final boolean f32;
    private final double[] doubles;
    private final float[] floats;
    private final List<Entry> entries = new ArrayList<>();
    private long numbers;

    private static final class Entry {
        String name;
        String isa = "";
        String version;
        Reader reader;
        long hash;
        long[][] times; // by text, by round
    }

    private Bench(String file, boolean f32) throws Exception {
        this.f32 = f32;
        data = Files.readAllBytes(Path.of(file));
        int longest = 0;
        for (int start = 0, i = 0; i < data.length; i++) {
            if (data[i] == '\n') {
                texts.add(new int[] {start, i - start});
                longest = Math.max(longest, i - start);
                start = i + 1;
            }
        }
        doubles = new double[f32 ? 0 : longest];
        floats = new float[f32 ? longest : 0];
    }

    private void add(String name, String isa, String version, Reader reader) {
        Entry entry = new Entry();
        entry.name = name;
        entry.isa = isa;
        entry.version = version;
        entry.reader = reader;
        entry.times = new long[texts.size()][ROUNDS_MOST];
        entries.add(entry);
    }

    private void addJackson() {
        try {
            Class<?> jackson = Class.forName("JacksonReader");
            String version = (String) jackson.getDeclaredMethod("version").invoke(null);
            var make = jackson.getDeclaredConstructor(boolean.class);
            add("Jackson", "", version, (Reader) make.newInstance(false));
            add("Jackson, fast parser", "", version, (Reader) make.newInstance(true));
        } catch (ReflectiveOperationException | LinkageError absent) {
            System.err.println("SKIPPED Jackson: " + absent);
        }
    }

    private int read(Entry entry, int[] text) throws Exception {
        if (!entry.isa.isEmpty() && !Digitrun.force(entry.isa)) {
            throw new IllegalArgumentException(entry.isa);
        }
        return f32
                ? entry.reader.read(data, text[0], text[1], floats)
                : entry.reader.read(data, text[0], text[1], doubles);
    }

    /** Sum of the bits of value i times 2i + 1, over all texts in order. */
    private void hash(Entry entry) throws Exception {
        long i = 0;
        for (int[] text : texts) {
            Arrays.fill(doubles, -1);
            Arrays.fill(floats, -1);
            int count = read(entry, text);
            for (int at = 0; at < count; at++, i++) {
                long bits = f32 ? Float.floatToRawIntBits(floats[at]) & 0xFFFFFFFFL : Double.doubleToRawLongBits(doubles[at]);
                entry.hash += bits * (2 * i + 1);
            }
        }
        numbers = Math.max(numbers, i);
    }

    private void round(int round) throws Exception {
        for (int step = 0; step < texts.size(); step++) {
            for (int i = 0; i < entries.size(); i++) {
                int at = (step + i * texts.size() / entries.size()) % texts.size();
                Entry entry = entries.get(i);
                if (!entry.isa.isEmpty()) {
                    Digitrun.force(entry.isa);
                }
                long start = System.nanoTime();
                read(entry, texts.get(at));
                entry.times[at][round] = System.nanoTime() - start;
            }
        }
    }

    private double quantile(Entry entry, int rounds, double part) {
        double sum = 0;
        for (long[] times : entry.times) {
            long[] sorted = Arrays.copyOf(times, rounds);
            Arrays.sort(sorted);
            sum += sorted[(int) Math.round(part * (rounds - 1))];
        }
        return sum / numbers;
    }

    private void run(double seconds) throws Exception {
        for (Entry entry : entries) {
            hash(entry);
        }
        // The first third of the time is for the compiler of the virtual machine.
        long start = System.nanoTime();
        for (int i = 0; i < 3 || System.nanoTime() - start < seconds * 1e9 / 3; i++) {
            round(0);
        }
        int rounds = 0;
        for (; rounds < ROUNDS_MOST; rounds++) {
            if (rounds >= ROUNDS_LEAST && System.nanoTime() - start > seconds * 1e9) {
                break;
            }
            round(rounds);
        }
        for (Entry entry : entries) {
            System.out.printf(java.util.Locale.ROOT, "%s\t%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%d%n", entry.name, entry.isa,
                    entry.version, rounds, quantile(entry, rounds, 0), quantile(entry, rounds, 0.5),
                    quantile(entry, rounds, 0.9), entry.hash);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Bench bench = new Bench(arguments[0], arguments[1].equals("f32"));
        bench.add("JDK parseDouble", "", System.getProperty("java.version"), new JdkReader());
        for (int i = 3; i < arguments.length; i++) {
            bench.add("digitrun", arguments[i], Digitrun.version(), new DigitrunReader());
        }
        bench.addJackson();
        bench.run(Double.parseDouble(arguments[2]));
    }
}
