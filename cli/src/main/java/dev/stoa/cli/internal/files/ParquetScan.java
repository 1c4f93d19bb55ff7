/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.cli.internal.files;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.io.CountingInputFile;
import dev.stoa.cli.internal.print.ScanCost;
import dev.stoa.format.LikelyName;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Asks a Parquet file the question of a scan. Parquet-java reads it with all that it has to prune by: statistics, dictionaries,
 * bloom filters and the page index.
 *
 * @param file a local file
 * @param select the columns; empty: all
 * @param filter the condition
 */
record ParquetScan(Path file, List<ColumnPath> select, Optional<Filter> filter) {

    /**
     * Reads all rows that match.
     *
     * @throws CommandException if the file is no Parquet file, lacks a column, or can't evaluate the condition
     */
    ScanCost run() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw CommandException.usage("--against takes a local Parquet file, and " + file + " is not one");
        }
        try {
            return read(schema());
        } catch (CommandException e) {
            throw e;
        } catch (RuntimeException e) {
            throw CommandException.failed(file + ": parquet-java can't read it: " + e.getMessage());
        }
    }

    /** The schema, for the condition. It is read apart, so that the cost has one reading of the footer. */
    private MessageType schema() throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new CountingInputFile(file))) {
            return reader.getFileMetaData().getSchema();
        }
    }

    private ScanCost read(MessageType schema) throws IOException {
        Optional<ParquetCondition.Translated> condition = filter.map(asked -> ParquetCondition.of(asked, schema));
        FilterCompat.Filter records =
                condition.map(found -> FilterCompat.get(found.predicate())).orElse(FilterCompat.NOOP);
        MessageType wanted = wanted(schema, condition);
        CountingInputFile input = new CountingInputFile(file);
        long selected = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(
                input,
                ParquetReadOptions.builder(new PlainParquetConfiguration())
                        .withRecordFilter(records)
                        .build())) {
            reader.setRequestedSchema(wanted);
            MessageColumnIO columns =
                    new ColumnIOFactory(reader.getFileMetaData().getCreatedBy()).getColumnIO(wanted, schema, true);
            PageReadStore pages;
            while ((pages = reader.readNextFilteredRowGroup()) != null) {
                RecordReader<Group> rows = columns.getRecordReader(pages, new GroupRecordConverter(wanted), records);
                for (long left = pages.getRowCount(); left > 0; left--) {
                    Group row = rows.read();
                    selected += row == null || rows.shouldSkipCurrentRecord() ? 0 : 1;
                }
            }
        }
        return new ScanCost(file.toString(), Files.size(file), input.bytes(), input.requests(), selected);
    }

    private MessageType wanted(MessageType schema, Optional<ParquetCondition.Translated> condition) {
        if (select.isEmpty()) {
            return schema;
        }
        List<List<String>> paths = new ArrayList<>();
        for (ColumnPath column : select) {
            check(column, schema);
            paths.add(column.names());
        }
        condition.ifPresent(found -> found.columns().forEach(column -> paths.add(List.of(column.split("\\.")))));
        return new MessageType(schema.getName(), fields(schema, paths));
    }

    private void check(ColumnPath column, MessageType schema) {
        GroupType in = schema;
        for (int i = 0; i < column.names().size(); i++) {
            String name = column.names().get(i);
            if (!in.containsField(name)) {
                List<String> names = in.getFields().stream().map(Type::getName).toList();
                throw CommandException.usage(
                        "--against: " + file + " has no column " + column + LikelyName.question(name, names));
            }
            boolean isLast = i == column.names().size() - 1;
            if (!isLast && in.getType(name).isPrimitive()) {
                throw CommandException.usage("--against: " + file + " has no column " + column);
            }
            in = isLast ? in : in.getType(name).asGroupType();
        }
    }

    /** The fields that a path leads to, whole, and those that a path leads through, with the requested fields below them. */
    private static List<Type> fields(GroupType group, List<List<String>> paths) {
        List<Type> fields = new ArrayList<>();
        for (Type field : group.getFields()) {
            List<List<String>> below = paths.stream()
                    .filter(path -> path.get(0).equals(field.getName()))
                    .map(path -> path.subList(1, path.size()))
                    .toList();
            if (below.stream().anyMatch(List::isEmpty)) {
                fields.add(field);
            } else if (!below.isEmpty()) {
                fields.add(field.asGroupType().withNewFields(fields(field.asGroupType(), below)));
            }
        }
        return fields;
    }
}
