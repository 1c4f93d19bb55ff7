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
package dev.stoa.interop.tpch;

import io.trino.tpch.LineItem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * All rows of {@code lineitem} in the generator's order, as narrow primitive arrays: about 65 bytes per row.
 */
final class LineItemStore {
    int rows;
    int[] orderKey;
    int[] partKey;
    int[] suppKey;
    byte[] lineNumber;
    byte[] quantity;
    int[] priceCents;
    byte[] discountPercent;
    byte[] taxPercent;
    byte[] returnFlag;
    byte[] lineStatus;
    int[] shipDate;
    int[] commitDate;
    int[] receiptDate;
    byte[] shipInstruct;
    byte[] shipMode;
    int[] commentStart;
    byte[] comments;

    final StringCodes returnFlags = new StringCodes();
    final StringCodes lineStatuses = new StringCodes();
    final StringCodes shipInstructs = new StringCodes();
    final StringCodes shipModes = new StringCodes();

    LineItemStore(int expectedRows) {
        int capacity = Math.max(16, expectedRows);
        orderKey = new int[capacity];
        partKey = new int[capacity];
        suppKey = new int[capacity];
        lineNumber = new byte[capacity];
        quantity = new byte[capacity];
        priceCents = new int[capacity];
        discountPercent = new byte[capacity];
        taxPercent = new byte[capacity];
        returnFlag = new byte[capacity];
        lineStatus = new byte[capacity];
        shipDate = new int[capacity];
        commitDate = new int[capacity];
        receiptDate = new int[capacity];
        shipInstruct = new byte[capacity];
        shipMode = new byte[capacity];
        commentStart = new int[capacity + 1];
        comments = new byte[Math.multiplyExact(capacity, 28)];
    }

    void add(LineItem item) {
        if (rows == orderKey.length) {
            grow(Math.addExact(rows, rows / 4));
        }
        int r = rows++;
        orderKey[r] = Math.toIntExact(item.getOrderKey());
        partKey[r] = Math.toIntExact(item.getPartKey());
        suppKey[r] = Math.toIntExact(item.getSupplierKey());
        lineNumber[r] = (byte) item.getLineNumber();
        quantity[r] = (byte) item.getQuantity();
        priceCents[r] = Math.toIntExact(item.getExtendedPriceInCents());
        discountPercent[r] = (byte) item.getDiscountPercent();
        taxPercent[r] = (byte) item.getTaxPercent();
        returnFlag[r] = returnFlags.codeOf(item.getReturnFlag());
        lineStatus[r] = lineStatuses.codeOf(item.getStatus());
        shipDate[r] = item.getShipDate();
        commitDate[r] = item.getCommitDate();
        receiptDate[r] = item.getReceiptDate();
        shipInstruct[r] = shipInstructs.codeOf(item.getShipInstructions());
        shipMode[r] = shipModes.codeOf(item.getShipMode());
        addComment(r, item.getComment().getBytes(StandardCharsets.UTF_8));
    }

    private void addComment(int row, byte[] comment) {
        int start = commentStart[row];
        int end = Math.addExact(start, comment.length);
        if (end > comments.length) {
            comments = Arrays.copyOf(comments, Math.addExact(end, comments.length / 4));
        }
        System.arraycopy(comment, 0, comments, start, comment.length);
        commentStart[row + 1] = end;
    }

    private void grow(int capacity) {
        orderKey = Arrays.copyOf(orderKey, capacity);
        partKey = Arrays.copyOf(partKey, capacity);
        suppKey = Arrays.copyOf(suppKey, capacity);
        lineNumber = Arrays.copyOf(lineNumber, capacity);
        quantity = Arrays.copyOf(quantity, capacity);
        priceCents = Arrays.copyOf(priceCents, capacity);
        discountPercent = Arrays.copyOf(discountPercent, capacity);
        taxPercent = Arrays.copyOf(taxPercent, capacity);
        returnFlag = Arrays.copyOf(returnFlag, capacity);
        lineStatus = Arrays.copyOf(lineStatus, capacity);
        shipDate = Arrays.copyOf(shipDate, capacity);
        commitDate = Arrays.copyOf(commitDate, capacity);
        receiptDate = Arrays.copyOf(receiptDate, capacity);
        shipInstruct = Arrays.copyOf(shipInstruct, capacity);
        shipMode = Arrays.copyOf(shipMode, capacity);
        commentStart = Arrays.copyOf(commentStart, capacity + 1);
    }

    /**
     * The rows ordered by (shipDate, orderKey, lineNumber). The generator gives them by (orderKey, lineNumber), so a
     * stable counting sort by day is enough.
     */
    int[] sortedByShipDate() {
        int first = Integer.MAX_VALUE;
        int last = Integer.MIN_VALUE;
        for (int r = 0; r < rows; r++) {
            first = Math.min(first, shipDate[r]);
            last = Math.max(last, shipDate[r]);
            if (r > 0 && !follows(r)) {
                throw new IllegalStateException("the generator's row " + r + " (order " + orderKey[r] + ", line "
                        + lineNumber[r] + ") does not follow the one before it");
            }
        }
        if (rows == 0) {
            return new int[0];
        }
        int[] next = new int[last - first + 2];
        for (int r = 0; r < rows; r++) {
            next[shipDate[r] - first + 1]++;
        }
        for (int day = 1; day < next.length; day++) {
            next[day] += next[day - 1];
        }
        int[] order = new int[rows];
        for (int r = 0; r < rows; r++) {
            order[next[shipDate[r] - first]++] = r;
        }
        return order;
    }

    private boolean follows(int row) {
        return orderKey[row] > orderKey[row - 1]
                || (orderKey[row] == orderKey[row - 1] && lineNumber[row] > lineNumber[row - 1]);
    }
}
