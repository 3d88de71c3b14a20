import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;

/** Jackson's streaming parser; compiled only where Jackson was found. */
final class JacksonReader implements Reader {
    private final JsonFactory factory;

    JacksonReader(boolean fast) {
        factory = JsonFactory.builder().configure(StreamReadFeature.USE_FAST_DOUBLE_PARSER, fast).build();
    }

    static String version() {
        return new JsonFactory().version().toString();
    }

    @Override
    public int read(byte[] text, int offset, int length, double[] values) throws Exception {
        int count = 0;
        try (JsonParser parser = factory.createParser(text, offset, length)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isNumeric()) {
                    values[count++] = parser.getDoubleValue();
                }
            }
        }
        return count;
    }

    @Override
    public int read(byte[] text, int offset, int length, float[] values) throws Exception {
        int count = 0;
        try (JsonParser parser = factory.createParser(text, offset, length)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isNumeric()) {
                    values[count++] = parser.getFloatValue();
                }
            }
        }
        return count;
    }
}
